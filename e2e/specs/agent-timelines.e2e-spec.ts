import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type EndedInteraction,
  getTimeline,
  type InteractionReplay,
  type InteractionTimeline,
  listTimelines,
  replayInteraction,
} from '@lectern/contracts/agents';
import type { ScriptedProvider } from '@lectern/testing';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { startWithProvider } from '../harness/with-provider';

const FACT = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';
const ANSWER = 'It climbs rocks in winter.';

interface SentSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

inStandalone('the timeline of an interaction, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let collector: Server;
  const batches: string[] = [];
  let source: KnowledgeBoxClient;
  let rid: string;
  let agent: KnowledgeBoxClient;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      void text(request).then((body) => {
        batches.push(body);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      MODEL_PRICES: '{"scripted": {"input": 1, "output": 1}}',
      AGENT_COST_MAX: '1000',
    };
    ({ provider, deployment } = await startWithProvider(mode, { key: 'key', timeoutMs: 5_000, env }));
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    source = await client.createKnowledgeBox();
    rid = await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await client.createKnowledgeBox({ mode: 'agent', title: 'Ranger' });
    const zone = `${client.origin}/api`;
    const key = await source.key('SMEMBER');
    const config = { kbid: source.id, description: 'Animals', key, url: zone, manager: zone };
    await call('POST', '/drivers', { name: 'd', provider: 'kbdb', identifier: 'animals', config });
    await call('POST', '/context', { module: 'basic_ask', sources: ['animals'], title: 'Animals' });
    await call('POST', '/generation', { module: 'summarize', title: 'Answer', max_retries: 0 });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
    collector.closeAllConnections();
    collector.close();
  });

  async function call(method: string, path: string, body?: unknown, headers = {}): Promise<unknown> {
    const answer = await agent.client.send(method, `/agent/${agent.id}${path}`, { body, headers });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const list = (query: object = {}) => agent.client.api.call(listTimelines, { params: { agent_id: agent.id }, query });

  /** @returns the interaction, which is listed a moment after its end */
  async function asked(...answers: readonly string[]): Promise<EndedInteraction> {
    return askedIn('ephemeral', ...answers);
  }

  async function askedIn(session: string, ...answers: readonly string[]): Promise<EndedInteraction> {
    for (const answer of answers)
      provider.next({ pieces: [answer], usage: { prompt_tokens: 1_000, completion_tokens: 50 } });
    const frames = String(await call('POST', `/session/${session}`, { question: QUESTION }));
    const { original_question_uuid: id } = JSON.parse(frames.split('\n')[0] ?? '');
    return until(async () => (await list()).interactions.find((one) => one.id === id), 'the interaction is listed');
  }

  const timelineOf = ({ id }: EndedInteraction): Promise<InteractionTimeline> =>
    agent.client.api.call(getTimeline, { params: { agent_id: agent.id, interaction_id: id } });

  it('has every step with its time, its tokens, its calls, and what was read', async () => {
    const one = await asked(ANSWER, ANSWER);
    expect(one).toMatchObject({ question: QUESTION, outcome: 'answered', error: null, session_id: 'ephemeral' });
    expect(one.answer).toContain(ANSWER);
    expect(one.input_svc_tokens).toBeGreaterThan(0);
    const { steps, context, ...summary } = await timelineOf(one);
    expect(summary).toMatchObject({ ...one, is_reduced: false });
    const paragraph = `${rid}/t/body/0-${FACT.length}`;
    expect(steps.map(({ module, title, error }) => [module, title, error])).toEqual([
      ['basic_ask', 'Animals', null],
      ['summarize', 'Answer', null],
    ]);
    const [found, answered] = steps;
    expect(found?.calls).toEqual([
      expect.objectContaining({ kind: 'retrieval', source: 'animals', kbid: source.id, error: null }),
    ]);
    expect(found?.calls[0]?.paragraphs).toContain(paragraph);
    expect(answered?.calls).toEqual([
      expect.objectContaining({ kind: 'chat', input_tokens: 1_000, output_tokens: 50, model: expect.any(String) }),
    ]);
    expect(context).toEqual([expect.objectContaining({ source: 'animals', agent: 'basic_ask' })]);
    expect(context[0]?.chunks).toContain(paragraph);
    for (const { start, timeit, calls } of steps) {
      expect(start + timeit).toBeLessThanOrEqual(one.total_time);
      for (const inner of calls) {
        expect(inner.start).toBeGreaterThanOrEqual(start);
        expect(inner.start + inner.seconds).toBeLessThanOrEqual(start + timeit);
      }
    }
    expect(JSON.stringify([steps, context])).not.toContain('steep rocks');
  });

  it('leads to the traces of its retrievals, which can be replayed', async () => {
    const { steps } = await timelineOf(await asked(ANSWER, ANSWER));
    const [retrieval] = steps[0]?.calls ?? [];
    const path = `${source.path}/ask/trace/${retrieval?.learning_id}`;
    const replay = await until(async () => {
      const answer = await source.client.send('POST', `${path}/replay`);
      return answer.status === 200 ? answer.body : undefined;
    }, 'the retrieval is replayed');
    expect(replay).toMatchObject({ identical: true });
  });

  describe('runs again', () => {
    const replayed = (one: EndedInteraction, by = agent.client): Promise<InteractionReplay> =>
      by.api.call(replayInteraction, { params: { agent_id: agent.id, interaction_id: one.id } });
    const answers = (...texts: readonly string[]) => {
      for (const text of texts)
        provider.next({ pieces: [text], usage: { prompt_tokens: 1_000, completion_tokens: 50 } });
    };

    it('with the same result while nothing has changed, and is not recorded', async () => {
      const one = await asked(ANSWER, ANSWER);
      answers(ANSWER, ANSWER);
      const { timeline, ...replay } = await replayed(one);
      expect(replay).toMatchObject({ id: one.id, identical: true, differences: [] });
      expect(replay.before).toMatchObject({ total_time: one.total_time, input_svc_tokens: one.input_svc_tokens });
      expect(replay.after.input_svc_tokens).toBe(one.input_svc_tokens);
      expect(timeline).toMatchObject({ question: QUESTION, outcome: 'answered', replayable: true, arguments: {} });
      expect(timeline.steps.map(({ module }) => module)).toEqual(['basic_ask', 'summarize']);
      expect((await list({ size: 1 })).interactions).toEqual([one]);
    });

    it('into its session without adding to it', async () => {
      const slug = 'replayed';
      await call('POST', '/sessions', { slug, name: 'One', summary: '', data: '', format: 'PLAIN' });
      const one = await askedIn(slug, ANSWER, ANSWER);
      answers(ANSWER, ANSWER);
      expect(await replayed(one)).toMatchObject({ timeline: { session_id: one.session_id } });
      const session = await call('GET', `/session/${slug}`);
      expect(session).toMatchObject({ data: { conversations: { qas: { value: { total: 2 } } } } });
    });

    it('and says what was read and no longer is, and that the answer is another one', async () => {
      const lost = 'The marmot sleeps in winter, the ibex does not.';
      const gone = await source.createResource({ texts: { body: { body: lost } } }, { wait: 'embedded' });
      const one = await asked(ANSWER, ANSWER);
      await source.client.send('DELETE', `${source.path}/resource/${gone}`);
      const paragraph = `${gone}/t/body/0-${lost.length}`;
      const { identical, differences } = await until(async () => {
        answers(ANSWER, 'On rocks.');
        const replay = await replayed(one);
        return replay.differences.some(({ removed }) => removed.includes(paragraph)) ? replay : undefined;
      }, 'the resource is gone');
      expect(identical).toBe(false);
      expect(differences.find(({ stage }) => stage === 'answer')?.changed).toEqual([
        expect.objectContaining({ id: 'answer', what: 'answer', after: expect.stringContaining('On rocks.') }),
      ]);
    });

    it('only for those who own the agent', async () => {
      const one = (await list({ size: 1 })).interactions[0];
      const member = new Client(deployment.origin, { 'x-svc-serviceaccount': `Bearer ${await agent.key('SMEMBER')}` });
      if (!one) throw new Error('No interaction is listed');
      await expect(replayed(one, member)).rejects.toMatchObject({ status: 403 });
      const other = { ...one, id: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212' };
      await expect(replayed(other)).rejects.toMatchObject({ status: 404 });
    });
  });

  it('of a failed one says where it failed', async () => {
    provider.next({ pieces: [ANSWER] });
    const error = '{"error": {"message": "away"}}';
    const away = { status: 400, body: error, headers: { 'content-type': 'application/json' } };
    provider.next({ raw: away });
    const one = await asked();
    expect(one).toMatchObject({ outcome: 'failed', answer: null, error: expect.any(String) });
    const { steps } = await timelineOf(one);
    expect(steps.map(({ error: why }) => why !== null)).toEqual([false, true]);
    expect(steps[1]?.calls[0]?.error).not.toBeNull();
  });

  it('ends where its models cost as much as the deployment allows, and says so', async () => {
    provider.next({ pieces: [ANSWER], usage: { prompt_tokens: 2_000_000_000, completion_tokens: 50 } });
    const one = await asked();
    expect(one).toMatchObject({ outcome: 'failed', error: 'The interaction has reached the limit of 1000 in cost' });
    // The step that exceeded the limit is there.
    expect((await timelineOf(one)).steps.map(({ module }) => module)).toEqual(['basic_ask', 'summarize']);
  });

  it('is listed newest first, in parts, and by session', async () => {
    const newest = await asked(ANSWER, ANSWER);
    const all = (await list()).interactions;
    expect(all[0]).toEqual(newest);
    expect(all.length).toBeGreaterThan(2);
    const first = await list({ size: 2 });
    expect([first.interactions, first.has_more]).toEqual([all.slice(0, 2), true]);
    const rest = await list({ before: first.interactions[1]?.id });
    expect([rest.interactions, rest.has_more]).toEqual([all.slice(2), false]);
    const kept = all.filter(({ session_id }) => session_id !== 'ephemeral');
    expect((await list({ session: 'ephemeral' })).interactions).toEqual(all.filter((one) => !kept.includes(one)));
    expect((await list({ session: 'other' })).interactions).toEqual([]);
    const other = await agent.client.createKnowledgeBox({ mode: 'agent' });
    const params = { agent_id: other.id, interaction_id: newest.id };
    await expect(agent.client.api.call(getTimeline, { params })).rejects.toMatchObject({ status: 404 });
  });

  it('is a question in the activity log of the agent', async () => {
    const { id } = await asked(ANSWER, ANSWER);
    const body = { year_month: new Date().toISOString().slice(0, 7), show: 'all' as const, filters: {} };
    const path = `${agent.path}/activity/ask/query`;
    const row = await until(async () => {
      const { body: lines } = await agent.client.send('POST', path, { body });
      const rows = String(lines)
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      return rows.find((one) => one.audit_metadata?.interaction === id);
    }, 'the interaction is in the activity log');
    expect(row).toMatchObject({ question: QUESTION, status: '0', client_type: 'agent' });
    expect(row.retrieved_context.length).toBeGreaterThan(0);
    expect(row.svc_tokens).toBeGreaterThan(0);
  });

  it('is a trace for OpenTelemetry, by its conventions for generative AI and without texts', async () => {
    const { id } = await asked(ANSWER, ANSWER);
    const spans = await until(async () => {
      const sent = batches.flatMap((batch) => spansOf(JSON.parse(batch)));
      const root = sent.find((span) => attributesOf(span)['lectern.interaction.id'] === id);
      return root && sent.filter(({ traceId }) => traceId === root.traceId);
    }, 'the spans are sent');
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      expect.stringMatching(/^chat ./),
      'execute_tool basic_ask',
      'execute_tool summarize',
      'invoke_agent Ranger',
      'retrieval animals',
    ]);
    const byName = (start: string) => spans.find(({ name }) => name.startsWith(start));
    const parentOf = (start: string) => spans.find(({ spanId }) => spanId === byName(start)?.parentSpanId)?.name;
    expect(parentOf('execute_tool basic_ask')).toBe('invoke_agent Ranger');
    expect(parentOf('retrieval')).toBe('execute_tool basic_ask');
    expect(parentOf('chat')).toBe('execute_tool summarize');
    expect(attributesOf(byName('invoke_agent'))).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': agent.id,
      'gen_ai.agent.name': 'Ranger',
      'gen_ai.conversation.id': 'ephemeral',
    });
    expect(attributesOf(byName('chat'))).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': expect.any(String),
      'gen_ai.usage.input_tokens': 1_000,
      'gen_ai.usage.output_tokens': 50,
    });
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${trace}-b7ad6b7169203331-01`;
    for (const text of [ANSWER, ANSWER]) provider.next({ pieces: [text] });
    await call('POST', '/session/ephemeral', { question: QUESTION }, { traceparent });
    const continued = await until(async () => {
      const sent = batches.flatMap((batch) => spansOf(JSON.parse(batch)));
      return sent.find(({ name, traceId }) => name === 'invoke_agent Ranger' && traceId === trace);
    }, 'the trace of the request continues');
    expect(continued.parentSpanId).toBe('b7ad6b7169203331');
    for (const secret of ['ibex', 'rocks', 'winter']) expect(batches.join('')).not.toContain(secret);
  });
});

type Traced = SentSpan & { readonly traceId: string };

function spansOf(batch: {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Traced[] }[] }[];
}): readonly Traced[] {
  return batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function attributesOf(span: SentSpan | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}
