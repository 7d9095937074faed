package trn2sim.traces.run;

import java.util.function.Supplier;
import trn2sim.core.config.SpecException;
import trn2sim.core.program.DeadlockException;
import trn2sim.core.sim.SimulationException;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.link.NoRouteException;
import trn2sim.hw.machine.CapacityException;
import trn2sim.hw.memory.BufferException;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.race.RaceException;
import trn2sim.traces.scenario.Scenario;

/**
 * Something asked of a scenario's kernel that may not be possible. Whatever stands against it
 * becomes one of two: a {@link SpecException}, for what the scenario can be blamed for, with the
 * place in its file, or a {@link RunFailure}. Anything else is an error of the program.
 */
public final class Attempt {
  private Attempt() {}

  public static <T> T of(Scenario scenario, Supplier<T> what) {
    try {
      return what.get();
    } catch (KernelException e) {
      throw scenario.origin().locate(e);
    } catch (BufferException e) {
      String expected = "tiles that SBUF and PSUM can hold";
      throw scenario.origin().refuse("shape", e.getMessage(), expected);
    } catch (CapacityException
        | DeadlockException
        | NoRouteException
        | OperandException
        | RaceException
        | SimulationException e) {
      throw new RunFailure(scenario.origin().file(), e, hint(scenario, e));
    }
  }

  private static String hint(Scenario scenario, RuntimeException e) {
    boolean explained =
        e instanceof CapacityException && scenario.kernel().path(scenario.request()).isPresent();
    return explained ? "; trn2sim explain names sizes and options that fit" : "";
  }
}
