import type { InteractionFrame } from '@lectern/contracts/agents';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const FACT = 'The ibex climbs steep rocks in winter.';

/** An agent whose workflow asks one knowledge box by its key. */
class TestAgent {
  private constructor(
    readonly box: KnowledgeBoxClient,
    readonly id: string,
  ) {}

  static async create(source: KnowledgeBoxClient, mode: 'agent' | 'agent_no_memory' = 'agent'): Promise<TestAgent> {
    const box = await source.client.createKnowledgeBox({ mode });
    const agent = new TestAgent(box, box.id);
    const zone = `${source.client.origin}/api`;
    const config = {
      kbid: source.id,
      description: 'Animals',
      key: await source.key('SMEMBER'),
      url: zone,
      manager: zone,
    };
    const driver = { name: 'd', provider: 'kbdb' as const, identifier: 'kb-driver', config };
    await agent.call('POST', '/drivers', driver);
    await agent.call('POST', '/preprocess', { module: 'rephrase' });
    await agent.call('POST', '/context', { module: 'basic_ask', sources: ['kb-driver'], title: 'agent' });
    await agent.call('POST', '/generation', { module: 'summarize', title: 'agent' });
    await agent.call('POST', '/postprocess', { module: 'remi', title: 'agent', max_retries: 1 });
    return agent;
  }

  async call(method: string, path: string, body?: unknown) {
    const answer = await this.box.client.send(method, `/agent/${this.id}${path}`, { body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async ask(question: string, session = 'ephemeral', more: object = {}): Promise<InteractionFrame[]> {
    const text = await this.call('POST', `/session/${session}`, { question, ...more });
    return String(text)
      .trimEnd()
      .split('\n')
      .map((line): InteractionFrame => JSON.parse(line));
  }
}

inStandalone('an agent', (mode) => {
  let source: KnowledgeBoxClient;
  let agent: TestAgent;

  beforeAll(async () => {
    source = await server(mode).createKnowledgeBox();
    await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await TestAgent.create(source);
  });

  it('answers with citations, and shows how, frame by frame', async () => {
    const frames = await agent.ask('Where does the ibex climb?');
    expect(frames.map(({ seqid }) => seqid)).toEqual(frames.map((_, index) => index));
    expect(frames[0]).toMatchObject({ operation: 2 });
    expect(frames[1]).toMatchObject({ operation: 0, step: { module: 'rephrase' } });
    expect(frames[2]).toMatchObject({ operation: 0, step: { module: 'basic_ask' } });
    expect(frames.at(-2)).toMatchObject({ operation: 0, answer: expect.stringContaining('steep rocks') });
    expect(frames.at(-1)).toMatchObject({ operation: 3 });
  });

  it('says so when its sources do not answer', async () => {
    const frames = await agent.ask('How deep is the Pacific?');
    expect(frames.at(-2)?.answer).toMatch(/not enough/i);
  });

  it('keeps what was said in a session', async () => {
    const body = { slug: 's', name: 's', summary: '', data: '', format: 'PLAIN' };
    const { uuid } = (await agent.call('POST', '/sessions', body)) as { uuid: string };
    expect(await agent.call('GET', `/session/${uuid}`)).toMatchObject({ id: uuid, title: 's' });
    await agent.ask('Where does the ibex climb?', uuid);
    await agent.ask('Where does the ibex climb?', 's');
    const field = await agent.box.client.send('GET', `/kb/${agent.id}/resource/${uuid}/conversation/qas`);
    expect(field.body).toMatchObject({ value: { total: 4 } });
    expect(await agent.call('DELETE', `/session/${uuid}`)).toBeNull();
    expect((await agent.box.client.send('GET', `/agent/${agent.id}/session/${uuid}`)).status).toBe(404);
  });
});
