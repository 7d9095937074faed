package trn2sim.adding;

/** The command line as some class loader has it. */
final class Program {
  private final ClassLoader loader;

  Program(ClassLoader loader) {
    this.loader = loader;
  }

  /** The one that there is. */
  static Program unchanged() {
    return new Program(Program.class.getClassLoader());
  }

  /** What a command prints, after its status. */
  String say(Object... arguments) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Class<?> type = loader.loadClass("trn2sim.cli.TypedCommands");
      Object typed = type.getConstructor().newInstance();
      int status = (int) type.getMethod("run", Object[].class).invoke(typed, (Object) arguments);
      return status
          + "\n"
          + type.getMethod("out").invoke(typed)
          + type.getMethod("err").invoke(typed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
