import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** One OpenSearch node on the loopback address, out of jars: java -cp 'lib/*' TestNode FOLDER PORT [setting=value …] */
public final class TestNode extends Node {
  private static final Stream<String> MODULES =
      Stream.of(
          "org.opensearch.transport.Netty4ModulePlugin",
          "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
          "org.opensearch.painless.PainlessModulePlugin",
          "org.opensearch.index.reindex.ReindexModulePlugin");

  private TestNode(Environment environment, List<PluginInfo> modules) {
    super(environment, modules, true);
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]).toAbsolutePath();
    Path config = Files.createDirectories(folder.resolve("config"));
    Settings.Builder settings =
        Settings.builder()
            .put("path.home", folder)
            .put("path.data", folder.resolve("data"))
            .put("path.logs", folder.resolve("logs"))
            .put("node.name", "test")
            .put("cluster.name", "test")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[1])
            .put("transport.port", "0")
            // A full disk of the machine is no matter of the tests.
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
    for (int i = 2; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), config, () -> "test");
    Node node = new TestNode(environment, MODULES.map(TestNode::module).toList());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    node.start();
    Thread.currentThread().join();
  }

  private static PluginInfo module(String name) {
    String java = Integer.toString(Runtime.version().feature());
    return new PluginInfo(name, "a module of the server", "-", Version.CURRENT, java, name, List.of(), false);
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (Exception error) {
      error.printStackTrace();
    }
  }
}
