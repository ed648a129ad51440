import { AllowList, Egress, Guard } from '@lectern/egress';
import { describeUnless, findNeo4j, Neo4jServer } from '@lectern/testing';
import neo4j from 'neo4j-driver';
import { ForeignDatabases } from '../foreign-databases';
import type { GraphDatabase } from './graph-database';
import { GraphSession } from './graph-session';

const found = findNeo4j();
const all = { include: [], exclude: ['Secret'] };
const caller = { owner: 'agent', signal: new AbortController().signal };

describeUnless('missing' in found ? found.missing : undefined, 'a graph database', () => {
  let server: Neo4jServer;
  let databases: ForeignDatabases;
  let egress: Egress;
  let graph: GraphDatabase;

  const asAdmin = async (statement: string) => {
    const driver = neo4j.driver(server.url, neo4j.auth.basic('neo4j', server.password));
    try {
      return (await driver.executeQuery(statement)).records.map((record) => record.toObject());
    } finally {
      await driver.close();
    }
  };

  beforeAll(async () => {
    server = await Neo4jServer.start(found);
    await asAdmin(
      "CREATE (a:Person {name: 'Ada', age: 36, born: date('1990-12-10')})-[:KNOWS {since: 2010}]->" +
        "(b:Person {name: 'Grace', age: 45}), (a)-[:LIVES_IN]->(:City {name: 'Oslo'}), (:Secret {token: 'hunter2'})",
    );
    egress = new Egress(new Guard(new AllowList([new URL(server.url).host])));
    databases = new ForeignDatabases(egress, undefined);
    graph = databases.graph({ url: server.url, username: 'neo4j', password: server.password }, caller);
  }, 180_000);
  afterAll(async () => {
    await databases?.onApplicationShutdown();
    await egress?.onApplicationShutdown();
    await server?.stop();
  });

  it('answers queries that read', async () => {
    const query = 'MATCH (a:Person)-[r:KNOWS]->(b) RETURN a.name AS one, b.age AS age, a.born AS born, r, b';
    expect(await graph.query(query, all)).toEqual({
      columns: ['one', 'age', 'born', 'r', 'b'],
      rows: [
        ['Ada', 45, '1990-12-10', '{"type":"KNOWS","since":2010}', '{"labels":["Person"],"name":"Grace","age":45}'],
      ],
      hasMore: false,
    });
    const few = await graph.query('UNWIND range(1, 100000) AS x RETURN x', all, { rowsMax: 3 });
    expect(few).toEqual({ columns: ['x'], rows: [[1], [2], [3]], hasMore: true });
    await expect(graph.query('MATCH (s:Secret) RETURN s', all)).rejects.toThrow('Secret is not allowed');
    await expect(graph.query('MATCH (n RETURN n', all)).rejects.toThrow(/Invalid input/);
  });

  it('describes itself', async () => {
    const { labels, relationships } = await graph.schema(all);
    expect(labels.map(({ label, properties }) => [label, properties.map(({ name }) => name)])).toEqual([
      ['City', ['name']],
      ['Person', ['age', 'born', 'name']],
    ]);
    expect(relationships.map(({ pattern }) => pattern).toSorted()).toEqual([
      '(:Person)-[:KNOWS]->(:Person)',
      '(:Person)-[:LIVES_IN]->(:City)',
    ]);
  });

  it('refuses writes that get past the check of statements', async () => {
    const { hostname, port } = new URL(server.url);
    const place = { hostname, port: Number(port), address: '127.0.0.1', isEncrypted: false };
    const session = await GraphSession.open(place, { username: 'neo4j', password: server.password });
    const writes = [
      'CREATE (n:Person)',
      'MATCH (n) SET n.x = 1',
      'MATCH (n) DETACH DELETE n',
      'MERGE (n:Robot)',
      'MATCH (n) REMOVE n.name',
      'CREATE INDEX i FOR (n:Person) ON (n.name)',
      'MATCH (n) FOREACH (x IN [1] | SET n.x = x)',
      'MATCH (n) CALL (n) { SET n.x = 1 } RETURN n',
      'CREATE CONSTRAINT c FOR (n:Person) REQUIRE n.name IS UNIQUE',
    ];
    const before = await asAdmin('MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY elementId(n)');
    for (const statement of writes)
      await expect(session.query(statement, { rowsMax: 10, bytesMax: 100_000, timeoutMs: 5_000 })).rejects.toThrow();
    expect(await asAdmin('MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY elementId(n)')).toEqual(before);
    session.close();
  });

  it('is ended when it takes long or sends more than it may', async () => {
    const began = performance.now();
    const slow = 'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)';
    await expect(graph.query(slow, all, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(performance.now() - began).toBeLessThan(10_000);
    const large = "UNWIND range(1, 900) AS x RETURN reduce(s = 'x', i IN range(1, 17) | s + s) AS s";
    await expect(graph.query(large, all, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'too_large' });
    expect((await graph.query('RETURN 1 AS n', all)).rows).toEqual([[1]]);
  }, 60_000);

  it('is reached only where the operator allows it, with the right password', async () => {
    const refused = ['bolt://10.0.0.1', 'neo4j://127.0.0.1:7687', 'bolt+s://localhost', 'neo4j+s://169.254.169.254'];
    for (const url of refused) {
      const other = databases.graph({ url, username: 'neo4j', password: 'x' }, caller);
      await expect(other.query('RETURN 1 AS n', all)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    for (const url of ['http://graph.example.org', 'bolt://u:p@graph.example.org', 'bolt+ssc://graph.example.org'])
      expect(() => databases.graph({ url, username: 'neo4j', password: 'x' }, caller)).toThrow('asked over Bolt');
    const wrong = databases.graph({ url: server.url, username: 'neo4j', password: 'wrong-secret' }, caller);
    const error: unknown = await wrong.query('RETURN 1 AS n', all).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('does not accept the user') });
    expect(String(error)).not.toContain('wrong-secret');
  });
});
