import {
  addDriver,
  contextOperations,
  createSession,
  deleteSession,
  generationOperations,
  getSession,
  type InteractionFrame,
  listDrivers,
  listSessions,
  postprocessOperations,
  preprocessOperations,
} from '@lectern/contracts/agents';
import {
  createKnowledgeBoxEphemeralToken,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
} from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const question = 'Where does the ibex climb?';
const members =
  'exception answer answer_citations answer_urls agent_request generated_text step possible_answer context operation ' +
  'seqid original_question_uuid actual_question_uuid feedback oauth data_visualizations streaming_response_chunk ' +
  'reasoning';

/** A driver by key, and the four modules of the worked example. */
async function configured(agent: TestAgent, source: KnowledgeBoxClient): Promise<TestAgent> {
  const zone = `${source.client.origin}/api`;
  const key = await source.key('SOWNER');
  const config = { kbid: source.id, description: 'General', key, url: zone, manager: zone, filters: [] };
  await agent.api(addDriver, { body: { name: 'd', provider: 'kbdb', identifier: 'kb-driver', config } });
  await agent.api(preprocessOperations.add, { body: { module: 'rephrase' } });
  await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['kb-driver'], title: 'agent' } });
  await agent.api(generationOperations.add, { body: { module: 'summarize', title: 'agent' } });
  await agent.api(postprocessOperations.add, { body: { module: 'remi', title: 'agent', max_retries: 1 } });
  return agent;
}

inModesOfServices('an agent, from its creation to its deletion', (mode) => {
  let source: KnowledgeBoxClient;
  let agent: TestAgent;

  beforeAll(async () => {
    source = await server(mode).createKnowledgeBox();
    await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await configured(await TestAgent.create(source.client), source);
  });

  const expectAnswer = (frames: readonly InteractionFrame[]) => {
    expect(frames.map((frame) => Object.keys(frame).toSorted())).toEqual(
      frames.map(() => members.split(' ').toSorted()),
    );
    expect(frames.map(({ seqid }) => seqid)).toEqual(frames.map((_, index) => index));
    expect(frames.every(({ operation }) => Number.isInteger(operation))).toBe(true);
    expect(frames[0]).toMatchObject({ operation: 2 });
    expect(frames[1]).toMatchObject({ operation: 0, step: { module: 'rephrase' } });
    expect(frames[2]).toMatchObject({ operation: 0, step: { module: 'basic_ask' } });
    expect(frames.at(-2)).toMatchObject({ operation: 0, answer: expect.stringContaining('steep rocks') });
    expect(frames.at(-1)).toMatchObject({ operation: 3 });
  };

  it('has the mode of an agent, and a date to which clients append Z', async () => {
    const { mode: kind, created } = await agent.box.api(getAccountKnowledgeBox);
    expect(kind).toBe('agent');
    expect(Date.parse(`${created}Z`)).not.toBeNaN();
    expect(JSON.stringify(await agent.api(listDrivers))).not.toMatch(/eyJ/);
  });

  it('answers with citations, and shows how, frame by frame', async () => {
    const frames = await agent.frames({ body: { question } });
    expectAnswer(frames);
    const citations = Object.values(frames.at(-2)?.answer_citations?.metadata ?? {});
    const contexts = frames.flatMap(({ context }) => context?.id ?? []);
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.every(({ context_id: id }) => contexts.includes(id))).toBe(true);
  });

  it('says so when its sources do not answer', async () => {
    const frames = await agent.frames({ body: { question: 'How deep is the Pacific?' } });
    expect(frames.at(-2)?.answer).toMatch(/not enough/i);
  });

  it('answers in a session, which is found by its name, and for a token of that session only', async () => {
    const body = { slug: 's', name: 's', summary: '', data: '', format: 'PLAIN' as const };
    const { uuid } = await agent.api(createSession, { body });
    expect(await agent.api(getSession, { params: { session: uuid } })).toMatchObject({ id: uuid, title: 's' });
    expect((await agent.api(listSessions)).resources.map(({ id }) => id)).toContain(uuid);
    const { token } = await agent.box.api(createKnowledgeBoxEphemeralToken, { body: { agent_session: uuid } });
    const visitor = new Client(source.client.origin, { authorization: `Bearer ${token}` });
    const asked = (session: string) =>
      visitor.send('POST', `/agent/${agent.id}/session/${session}`, { body: { question } });
    const answer = await asked(uuid);
    const lines = String(answer.body).trimEnd().split('\n');
    expectAnswer(lines.map((line): InteractionFrame => JSON.parse(line)));
    expect((await asked('ephemeral')).status).toBe(403);
    await agent.frames({ params: { session: 's' }, body: { question } });
    const field = await agent.box.client.send('GET', `/kb/${agent.id}/resource/${uuid}/conversation/qas`);
    expect(field.body).toMatchObject({ value: { total: 4 } });
    expect(await agent.api(deleteSession, { params: { session: uuid } })).toBeNull();
    expect((await agent.send('GET', `/session/${uuid}`)).status).toBe(404);
  });

  it('is gone when it is deleted', async () => {
    const other = await configured(await TestAgent.create(source.client, {}, 'agent_no_memory'), source);
    expectAnswer(await other.frames({ body: { question } }));
    await other.box.api(deleteAccountKnowledgeBox);
    for (const path of ['/drivers', '/workflows', '/prompts', '/context'])
      expect([path, (await other.send('GET', path)).status]).toEqual([path, 404]);
  });
});
