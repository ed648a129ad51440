import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.harness.Neo4jBuilders;

/** One database of Neo4j, with users. Arguments: folder, port, password. Makes a file when it is ready. */
public class TestGraph {
  public static void main(String[] given) throws Exception {
    var built = Neo4jBuilders.newInProcessBuilder(Path.of(given[0]))
        .withDisabledServer()
        .withConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", Integer.parseInt(given[1])))
        .withConfig(GraphDatabaseSettings.auth_enabled, true)
        .build();
    var system = built.databaseManagementService().database("system");
    system.executeTransactionally(
        "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", given[2]));
    Files.createFile(Path.of(given[0], "ready"));
    Thread.sleep(Duration.ofHours(6).toMillis());
  }
}
