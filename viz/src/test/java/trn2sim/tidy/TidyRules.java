package trn2sim.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The house style that a formatter cannot enforce, as checks on one file's text. */
final class TidyRules {
  static final int FILE_LINES_MAX = 400;
  static final int METHOD_LINES_MAX = 60;

  // Written in two halves so that this file passes its own check.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");
  private static final Pattern VAGUE_NAME =
      Pattern.compile("^Abstract[A-Z].*|.*(Manager|Utils?|Impl)$");

  private TidyRules() {}

  /** Violations of the rules for any text file, as {@code name:line: what}. */
  static List<String> inText(String name, String text) {
    var found = new ArrayList<String>();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (lines[i].indexOf('\t') >= 0) {
        found.add(name + ":" + (i + 1) + ": tab");
      }
      if (UNFINISHED.matcher(lines[i]).find()) {
        found.add(name + ":" + (i + 1) + ": unfinished-work marker");
      }
    }
    return found;
  }

  /** Violations of all rules in one Java source file, as {@code name:line: what}. */
  static List<String> inJava(String name, String text) throws IOException {
    var found = new ArrayList<>(inText(name, text));
    long lines = text.lines().count();
    if (lines > FILE_LINES_MAX) {
      found.add(name + ":1: " + lines + " lines, at most " + FILE_LINES_MAX);
    }
    // A collector keeps javac from printing; what does not parse fails the build by itself.
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostics, null, null, List.of(new Source(name, text)));
    DocTrees docs = DocTrees.instance(task);
    for (CompilationUnitTree unit : task.parse()) {
      new Scanner(name, unit, docs, found).scan(unit, null);
    }
    return found;
  }

  private static final class Scanner extends TreePathScanner<Void, Void> {
    private final String name;
    private final CompilationUnitTree unit;
    private final DocTrees docs;
    private final List<String> found;

    Scanner(String name, CompilationUnitTree unit, DocTrees docs, List<String> found) {
      this.name = name;
      this.unit = unit;
      this.docs = docs;
      this.found = found;
    }

    @Override
    public Void visitImport(ImportTree tree, Void unused) {
      if (tree.getQualifiedIdentifier().toString().endsWith(".*")) {
        report(tree, "wildcard import");
      }
      return super.visitImport(tree, unused);
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      String type = tree.getSimpleName().toString();
      if (VAGUE_NAME.matcher(type).matches()) {
        report(tree, "vague type name " + type);
      }
      TreePath path = getCurrentPath();
      boolean topLevel = path.getParentPath().getLeaf() == unit;
      boolean isPublic = tree.getModifiers().getFlags().contains(Modifier.PUBLIC);
      if (topLevel && isPublic && docs.getDocComment(path) == null) {
        report(tree, "public type " + type + " without Javadoc");
      }
      return super.visitClass(tree, unused);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      SourcePositions positions = docs.getSourcePositions();
      long end = positions.getEndPosition(unit, tree);
      if (end >= 0) { // a compiler-made default constructor has no end
        long lines = line(end) - line(positions.getStartPosition(unit, tree)) + 1;
        if (lines > METHOD_LINES_MAX) {
          report(
              tree, "method " + tree.getName() + " of " + lines + ", at most " + METHOD_LINES_MAX);
        }
      }
      return super.visitMethod(tree, unused);
    }

    private long line(long position) {
      return unit.getLineMap().getLineNumber(position);
    }

    private void report(Tree tree, String what) {
      long start = docs.getSourcePositions().getStartPosition(unit, tree);
      found.add(name + ":" + line(start) + ": " + what);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
