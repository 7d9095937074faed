package trn2sim.traces.calibrate;

import java.util.List;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.ThrottleWindow;

/**
 * The activity throttle of the arrays, as profiles record it.
 *
 * @param stretches times between two changes of pace
 * @param fullShare of the recorded time at full pace
 * @param whole stretches that last a whole number of the device's windows; those at the ends of a
 *     capture are cut off and do not count
 * @param complete stretches that are not cut off
 * @param windowNs the device's window
 */
public record Throttling(
    int stretches, double fullShare, int whole, int complete, double windowNs) {
  private static final double CLOSE_NS = 2;
  private static final double PS_PER_NS = 1000;
  private static final double NS_PER_SECOND = 1e9;

  static Throttling of(List<Profile> profiles, TensorSpec array) {
    double window = array.throttle().windowCycles() * NS_PER_SECOND / array.clock().hertz();
    int stretches = 0;
    int whole = 0;
    int complete = 0;
    double all = 0;
    double full = 0;
    for (Profile profile : profiles) {
      long end = profile.throttle().stream().mapToLong(ThrottleWindow::endPs).max().orElse(0);
      for (ThrottleWindow stretch : profile.throttle()) {
        double ns = (stretch.endPs() - stretch.startPs()) / PS_PER_NS;
        stretches++;
        all += ns;
        full += stretch.k() == stretch.n() ? ns : 0;
        if (stretch.startPs() > 0 && stretch.endPs() < end) {
          complete++;
          double off = Math.abs(ns - Math.rint(ns / window) * window);
          whole += ns >= window / 2 && off <= CLOSE_NS ? 1 : 0;
        }
      }
    }
    return new Throttling(stretches, all == 0 ? 0 : full / all, whole, complete, window);
  }
}
