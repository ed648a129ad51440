import { CypherModuleConfig } from '@lectern/contracts/agents';
import { ForeignDatabases } from '@lectern/foreign-databases';
import { describeUnless, findNeo4j, Neo4jServer } from '@lectern/testing';
import { type ChatScript, objectOf, testRun } from '../../../engine/module-run.fixture';
import { cypher } from './cypher';

const found = findNeo4j();
const moduleOf = (members: Partial<CypherModuleConfig> = {}) =>
  Object.assign(new CypherModuleConfig(), { module: 'cypher', source: 'graph', ...members });
const asking = (text: string) => ({ id: 'q', text });

describeUnless('missing' in found ? found.missing : undefined, 'the module cypher', () => {
  let server: Neo4jServer;
  let databases: ForeignDatabases;

  beforeAll(async () => {
    server = await Neo4jServer.start(found);
    await server.write(
      "CREATE (:Person {name: 'Ada', city: 'Oslo'})-[:KNOWS]->(:Person {name: 'Grace', city: 'Lima'}), (:Robot {name: 'R2'})",
    );
    databases = new ForeignDatabases({ addressesFor: async () => ['127.0.0.1'] }, undefined);
  }, 180_000);
  afterAll(async () => {
    await databases?.onApplicationShutdown();
    await server?.stop();
  });

  const runWith = (script?: ChatScript, more: object = {}) => {
    const config = { url: server.url, username: 'neo4j', password: server.password, enhanced_schema: true, config: {} };
    const drivers = [{ identifier: 'graph', provider: 'cypher', config: { ...config, ...more } }];
    return testRun({ ...(script && { script }), databases, drivers });
  };

  it('answers with the query of a model, and with another one after one that was refused', async () => {
    const statements = [
      'MATCH (n) DETACH DELETE n',
      'MATCH (:Person {name: "Ada"})-[:KNOWS]->(b) RETURN b.name AS name',
    ];
    const { run, asked } = runWith((_, call) => objectOf({ statement: statements[call] ?? '' }));
    const answer = await cypher.run(moduleOf(), asking('Whom does Ada know?'), run);
    expect(answer).toMatchObject({ value: '1 row from graph', metadata: { statement: statements[1], attempts: 2 } });
    expect(answer.contexts[0]?.chunks[0]?.text).toBe('name: Grace');
    expect(asked[1]?.query_context).toMatchObject({
      nodes: expect.stringContaining('(:Person) with city (such as '),
      relationships: '(:Person)-[:KNOWS]->(:Person)',
      'failed-query-1': expect.stringContaining('DETACH is not allowed'),
    });
  });

  it('makes a query by a rule where the model follows no prompts', async () => {
    const { run } = runWith();
    const counted = await cypher.run(moduleOf(), asking('How many persons live in "Oslo"?'), run);
    expect(counted.contexts[0]?.chunks[0]?.text).toBe('number of Person: 1');
    const listed = await cypher.run(moduleOf(), asking('Which name does the robot have?'), run);
    expect(listed.contexts[0]?.chunks[0]?.text).toBe('name: R2');
    const foreign = await cypher.run(moduleOf({ exclude_types: ['Robot'] }), asking('Which robots are there?'), run);
    expect(foreign).toMatchObject({ contexts: [], reason: expect.stringContaining('names no label') });
  });

  it('has functions for models that plan', async () => {
    const { run } = runWith(() => objectOf({ statement: '' }));
    const call = async (name: string, given: object) =>
      ((await cypher.functions?.(moduleOf(), run)) ?? [])
        .find((one) => one.name === name)
        ?.run({ ...given }, asking('Names?'), run);
    const statement = 'MATCH (n:Person) RETURN n.name AS name ORDER BY name';
    expect((await call('query_graph', { statement }))?.items).toEqual([{ name: 'Ada' }, { name: 'Grace' }]);
    await expect(call('query_graph', { statement: 'CREATE (n)' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(JSON.stringify((await call('describe_graph', {}))?.items)).toContain('(:Robot) with name');
  });

  it('refuses options of a driver that it does not know', async () => {
    const { run } = runWith(undefined, { config: { encrypted: false } });
    await expect(cypher.run(moduleOf(), asking('x'), run)).rejects.toThrow('has options in config');
  });
});
