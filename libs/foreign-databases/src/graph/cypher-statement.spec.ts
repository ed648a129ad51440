import { namesInCypher } from './cypher-statement';

const allowed = [
  'MATCH (n:Person) RETURN n',
  'MATCH (a:Person)-[r:KNOWS|LIKES*1..3]->(b) WHERE a.name = "Ada" AND b.age >= 3 RETURN b.name AS name ORDER BY name DESC SKIP 1 LIMIT 5',
  'OPTIONAL MATCH (n) WITH n, count(*) AS c WHERE c > 1 RETURN DISTINCT n.name, c',
  "MATCH (n) WHERE n.name STARTS WITH 'A' OR n.name =~ '.*b' RETURN collect(n.name)[..3], size(n.tags)",
  'UNWIND [1, 2, 3] AS x RETURN sum(x)',
  'MATCH (n) WHERE (n)-[:KNOWS]->() RETURN n.`odd name`, date.truncate("month", n.born)',
  'MATCH p = shortestPath((a:X)-[*..5]-(b:Y)) RETURN length(p), [n IN nodes(p) | n.name]',
  'MATCH (n) RETURN CASE WHEN n.age > 3 THEN 1 ELSE 2 END AS x UNION MATCH (m) RETURN m.age AS x;',
  "RETURN 'DELETE, CREATE and CALL are only words here' AS text, \"it's\"",
  'MATCH (n) WHERE EXISTS { MATCH (n)-[:KNOWS]->(:Person) } RETURN count(n)',
];

/** Writes, procedures, functions with effects, files, administration, comments, escapes, other languages. */
const refused = [
  'CREATE (n:Person)',
  'create (n)',
  'MERGE (n:Person {name: "x"})',
  'MATCH (n) DELETE n',
  'MATCH (n) DETACH DELETE n',
  'MATCH (n) SET n.x = 1',
  'MATCH (n) SET n:Admin RETURN n',
  'MATCH (n) REMOVE n.x',
  'MATCH (n) REMOVE n:Person RETURN n',
  'MATCH (n) FOREACH (x IN [1] | SET n.x = x)',
  'MATCH (n) CREATE (m) RETURN m',
  'MATCH (n) MERGE (m) RETURN m',
  'LOAD CSV FROM "file:///etc/passwd" AS line RETURN line',
  'LOAD CSV WITH HEADERS FROM "http://10.0.0.1/" AS l RETURN l',
  'CALL db.labels()',
  'CALL dbms.listConfig()',
  'CALL apoc.load.json("http://10.0.0.1/")',
  'MATCH (n) CALL { CREATE (m) } RETURN n',
  'CALL dbms.security.createUser("x", "y", false)',
  'CALL apoc.cypher.runWrite("CREATE (n)", {})',
  'CALL { MATCH (n) RETURN n } RETURN n',
  'MATCH (n) CALL (n) { SET n.x = 1 } RETURN n',
  'CALL db.index.fulltext.queryNodes("i", "x") YIELD node RETURN node',
  'RETURN apoc.cypher.runFirstColumn("CREATE (n) RETURN n", {}, true)',
  'RETURN apoc.load.html("http://x")',
  'RETURN apoc.util.sleep(1)',
  'RETURN `apoc`.`util`.`sleep`(1)',
  'RETURN randomUUID()',
  'RETURN rand()',
  'RETURN custom.f(1)',
  'RETURN genai.vector.encode("x", "y")',
  'RETURN graph.byName("x")',
  'DROP DATABASE neo4j',
  'CREATE DATABASE x',
  'START DATABASE x',
  'STOP DATABASE x',
  'SHOW DATABASES',
  'SHOW USERS',
  'ALTER USER neo4j SET PASSWORD "x"',
  'CREATE USER x SET PASSWORD "y"',
  'GRANT ROLE admin TO x',
  'DENY READ {*} ON GRAPH * TO x',
  'REVOKE ROLE admin FROM x',
  'CREATE INDEX i FOR (n:X) ON (n.y)',
  'DROP INDEX i',
  'CREATE CONSTRAINT c FOR (n:X) REQUIRE n.y IS UNIQUE',
  'DROP CONSTRAINT c',
  'TERMINATE TRANSACTION "x"',
  'USE system MATCH (n) RETURN n',
  'EXPLAIN MATCH (n) RETURN n',
  'PROFILE MATCH (n) RETURN n',
  'CYPHER runtime=slotted MATCH (n) RETURN n',
  'USING PERIODIC COMMIT 500 LOAD CSV FROM "x" AS l CREATE (n)',
  'MATCH (n) RETURN n; MATCH (m) DELETE m',
  'MATCH (n) RETURN n; RETURN 1',
  'MATCH (n) RETURN n // DELETE',
  'MATCH (n) /* hidden */ RETURN n',
  'MATCH (n) /* DELETE n */ RETURN n',
  'MATCH (n) RETURN "\\u0022} DELETE n //"',
  'MATCH (n) \\u0044ELETE n RETURN 1',
  'RETURN "\\u0027"',
  'MATCH (n) WHERE n.x = $p RETURN n',
  'MATCH (n) RETURN n.x = @y',
  'INSERT (:Person)',
  'MATCH (n) FINISH',
  'MATCH (n)',
  '',
  'LET x = 1 RETURN x',
  'COMMIT',
  'BEGIN',
  'ROLLBACK',
  'SELECT * FROM orders',
  'DELETE FROM orders',
  'ASK { ?s ?p ?o }',
  'DUMP DATABASE',
  'KILL 1',
  "RETURN 'open",
  'RETURN "open',
  'RETURN `open',
  'MATCH (n) WITH n DELETE n',
  'MATCH (n) WHERE true SET n += {x: 1} RETURN n',
  'MATCH (n) LOAD CSV FROM n.url AS l RETURN l',
  'UNWIND [1] AS x CREATE (n) RETURN n',
  'WITH 1 AS x MERGE (n) RETURN n',
  'RETURN file("x")',
  'RETURN linenumber()',
  'MATCH (n) SHOW INDEXES',
  'ENABLE SERVER "x"',
  'ALTER DATABASE x SET ACCESS READ ONLY',
  'RENAME USER a TO b',
  'DEALLOCATE DATABASES FROM SERVER "x"',
  'DRYRUN x',
  'MATCH (n) WHERE n.x = 1 -- DELETE',
  'MATCH (n) DELETE',
  'WITH 1 AS x CALL tx() RETURN x',
  'RETURN sleep(1)',
  'RETURN system("id")',
  'RETURN elementId(1) + exec("x")',
  'MATCH (n) RETURN vector.similarity.cosine(n.a, n.b)',
  'RETURN db.nameFromElementId("x")',
];

describe('a query in Cypher', () => {
  it('is one that reads', () => {
    for (const statement of allowed)
      expect([statement, namesInCypher(statement)]).toEqual([statement, expect.any(Set)]);
  });

  it('is refused otherwise', () => {
    expect(refused.length).toBeGreaterThanOrEqual(100);
    const passed = refused.filter((statement) => {
      try {
        namesInCypher(statement);
        return true;
      } catch {
        return false;
      }
    });
    expect(passed).toEqual([]);
  });

  it('names labels and types', () => {
    const statement = 'MATCH (a:Person&!Robot)-[:KNOWS|`IS FRIEND OF`]->(b:City|Town {name: "x:Y"}) RETURN a';
    expect([...namesInCypher(statement)].toSorted()).toEqual([
      'City',
      'IS FRIEND OF',
      'KNOWS',
      'Person',
      'Robot',
      'Town',
    ]);
  });
});
