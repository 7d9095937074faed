package trn2sim.hw.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;

/** What a figure that follows from others is counted in. */
enum Quantity {
  NUMBER {
    @Override
    double read(YamlCursor cursor) {
      return cursor.decimal().doubleValue();
    }

    @Override
    String text(double amount) {
      var rounded = new BigDecimal(amount).round(new MathContext(12));
      return rounded.stripTrailingZeros().toPlainString();
    }
  },
  BYTES {
    @Override
    double read(YamlCursor cursor) {
      return cursor.byteSize().bytes();
    }

    @Override
    String text(double amount) {
      return new ByteSize(Math.round(amount)).toString();
    }
  },
  BANDWIDTH {
    @Override
    double read(YamlCursor cursor) {
      return cursor.bandwidth().bytesPerSecond();
    }

    @Override
    String text(double amount) {
      return new Bandwidth(Math.round(amount)).toString();
    }
  };

  abstract double read(YamlCursor cursor);

  abstract String text(double amount);
}
