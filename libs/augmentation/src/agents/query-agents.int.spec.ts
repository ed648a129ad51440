import { randomUUID } from 'node:crypto';
import { consumptionOf, validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { AgentBox, caller, openAgentWorld } from './agent-world.fixture';
import { JsonWriter } from './json-writer.fixture';
import { QueryAgents } from './query-agents';

describe('the agents that read a query', () => {
  let world: Awaited<ReturnType<typeof openAgentWorld>>;
  let reply: (prompt: string) => string | object;
  let agents: QueryAgents;
  const { signal } = new AbortController();

  beforeAll(async () => {
    world = await openAgentWorld(new JsonWriter((prompt) => reply(prompt)));
    agents = new QueryAgents(world.rows, world.engine);
  });
  beforeEach(() => {
    reply = () => ({ entities: [{ name: 'Ada', label: 'PERSON' }], relations: [] });
  });
  afterAll(() => world.close());

  async function boxWith(...names: readonly ('llm-graph' | 'labeler')[]) {
    const box = new AgentBox();
    const principal = caller();
    const tasks = await world.serviceOf(box);
    for (const name of names) {
      const operation =
        name === 'llm-graph'
          ? { graph: { ident: 'people' } }
          : { label: { ident: 'topic', labels: [{ label: 'sea' }] } };
      const parameters = validate(AgentParameters, { name, on: 1, operations: [operation] });
      await tasks.start({ kbid: box.kbid, principal }, { name, parameters, apply: 'NEW', enabled: true });
    }
    const { account = '' } = principal;
    return { kbid: box.kbid, account };
  }
  const recognize = (text: string, box?: { kbid: string; account: string }, showConsumption = false) =>
    agents.recognize(text, { box, showConsumption, signal });
  const refusal = {
    code: 'invalid_request',
    message: 'agentic_entities needs a knowledge box with a task llm-graph for new resources',
  };

  it('find names at each of their places, in the order of the text', async () => {
    reply = () => ({
      entities: [
        { name: 'Max', label: 'PERSON' },
        { name: 'Ada', label: 'PERSON' },
      ],
      relations: [],
    });
    const { tokens, input_tokens, consumption } = await recognize('🌊 Ada met Max and Ada', await boxWith('llm-graph'));
    expect(tokens).toEqual([
      { text: 'Ada', ner: 'PERSON', start: 2, end: 5 },
      { text: 'Max', ner: 'PERSON', start: 10, end: 13 },
      { text: 'Ada', ner: 'PERSON', start: 18, end: 21 },
    ]);
    expect([input_tokens, consumption]).toEqual([10, null]);
  });

  it('say what they used, where that is wanted', async () => {
    const { consumption } = await recognize('Ada', await boxWith('llm-graph', 'llm-graph'), true);
    expect(consumption).toEqual(consumptionOf({ input: 20, output: 4 }));
  });

  it('are needed: a box without a graph agent is refused', async () => {
    await expect(recognize('Ada', await boxWith('labeler'))).rejects.toMatchObject(refusal);
    await expect(recognize('Ada', { kbid: randomUUID(), account: randomUUID() })).rejects.toMatchObject(refusal);
    await expect(recognize('Ada')).rejects.toMatchObject(refusal);
    await expect(recognize('Ada', { kbid: 'no id', account: randomUUID() })).rejects.toMatchObject(refusal);
  });

  it('are those of the account that asks, whatever box it names', async () => {
    const { kbid } = await boxWith('llm-graph');
    await expect(recognize('Ada', { kbid, account: randomUUID() })).rejects.toMatchObject(refusal);
  });

  it('fail together with one of them', async () => {
    reply = () => 'no object';
    await expect(recognize('Ada', await boxWith('llm-graph'))).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
