package trn2sim.adding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Recorded kernels of one operation, with scenarios that run them. */
final class Streams {
  private static final String VIEW = "[256,128,1,256]";

  private Streams() {}

  /** Loads a matrix, applies the operation, stores the result; {@code check} says what that is. */
  static Path onOneInput(Path folder, String op, String engine, String check) throws IOException {
    return write(folder, op, engine, "[[2,0," + VIEW + "]]", ",\n  check: " + check);
  }

  /** Stores what an operation without operands makes. */
  static Path withoutInput(Path folder, String op, String engine) throws IOException {
    return write(folder, op, engine, "[]", "");
  }

  private static Path write(Path folder, String op, String engine, String inputs, String check)
      throws IOException {
    String buffer = ",\"dtype\":\"float32\",\"shape\":[128,256],";
    String stream =
        """
        {"t":"head","v":1,"dialect":"new","file":"k.py","function":"f","pid":[0],"grid":[1],"ranks":1,"flags":[],"imports":{},"nc":3}
        {"t":"src","id":0,"at":[["k.py",4,"f"]]}
        {"t":"buf","id":0,"name":"a","space":"shared_hbm"$"role":"input","group":"a"}
        {"t":"buf","id":1,"name":"out","space":"shared_hbm"$"role":"output","group":"k.py:3","result":0}
        {"t":"buf","id":2,"name":"tile","space":"sbuf"$"role":"scratch","group":"k.py:5"}
        {"t":"buf","id":3,"name":"made","space":"sbuf"$"role":"scratch","group":"k.py:6"}
        ["dma_copy","dma",0,[[2,0,VIEW]],[[0,0,VIEW]]]
        ["OP","ENGINE",0,[[3,0,VIEW]],INPUTS]
        ["dma_copy","dma",0,[[1,0,VIEW]],[[3,0,VIEW]]]
        {"t":"end","instructions":3,"inserted":0,"dropped":0,"open":0,"warnings":[],"loops":[]}
        """
            .replace("$", buffer)
            .replace("OP", op)
            .replace("ENGINE", engine)
            .replace("INPUTS", inputs)
            .replace("VIEW", VIEW);
    Files.writeString(folder.resolve(op + ".nki"), stream);
    String scenario = "kernel: { stream: " + op + ".nki" + check + " }\ndtype: fp32\n";
    return Files.writeString(folder.resolve(op + ".yaml"), scenario);
  }
}
