import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockableFeature } from '@lectern/contracts/core';
import {
  processPush,
  type ProcessingRecord,
  type PushConfiguration,
  PushedConversation,
  PushedMessage,
  PushedText,
  PushOptions,
} from '@lectern/contracts/understanding';
import type { AgentTaskEntity } from '../../../augmentation/src/agents/agent-task.entity';
import { decodeMessage } from '../../../augmentation/src/message/processed-message';
import { pushKey } from './push-rows';
import { PushWorld, SIGNING_SECRET } from './push-world.fixture';

const UNTIL_MS = 60_000;
/** `PUSHES=10000` is the full run. */
const PUSHES = Number(process.env['PUSHES'] ?? 120);

function newAgentTask(members: Partial<AgentTaskEntity>): AgentTaskEntity {
  const now = new Date();
  return {
    id: randomUUID(),
    kbid: randomUUID(),
    account: randomUUID(),
    kind: 'config',
    name: 'labeler',
    parameters: {},
    configId: null,
    cleanupOf: null,
    nuaClient: null,
    startedBy: 'me',
    enabled: true,
    created: now,
    scheduledAt: null,
    completedAt: null,
    stoppedAt: null,
    failedAt: null,
    retries: 0,
    log: null,
    report: null,
    cursor: '',
    dueAt: now,
    lease: null,
    ...members,
  };
}

const textOf = (body: string) => Object.assign(new PushedText(), { body });

async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const end = Date.now() + UNTIL_MS + PUSHES * 50; Date.now() < end; await sleep(50)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`Not in time: ${what}`);
}

describe('pushes', () => {
  let world: PushWorld;
  const { signal } = new AbortController();

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  afterAll(() => world.close());
  afterEach(() => world.stop());

  const get = (id: string) => world.parts.shown.get(id, world.principal);
  const ended = (id: string) =>
    until<ProcessingRecord>(async () => {
      const record = await get(id);
      return record.completed || record.failed ? record : undefined;
    }, 'the push has ended');
  /** Waits until the block is known, which takes a second. */
  const block = async (features: BlockableFeature[]) => {
    world.parts.blocked.blockedFeatures = features;
    const isKnown = async () =>
      (await world.parts.blocks.isBlocked(world.account, 'processing')) === features.length > 0 || undefined;
    await until(isKnown, 'the block is known');
  };
  const stats = () => world.parts.shown.stats(undefined, world.principal);

  it('end, each once, although their process is stopped in the middle', async () => {
    for (let i = 0; i < PUSHES; i += 1) await world.push({ textfield: { t: textOf(`Tide number ${i}.`) } });
    // Pushes within the same millisecond can be in any order.
    const newest = await world.parts.shown.list({ ...all, sort_order: 'desc', limit: 20 }, world.principal);
    const last = newest.results.find(({ schedule_order: order }) => order === PUSHES);
    expect(last).toMatchObject({ scheduled: false, completed: false });
    for (const left of [0.9, 0.8, 0.5, 0]) {
      await world.start();
      await until(async () => ((await stats()).incomplete <= PUSHES * left ? true : undefined), `${left} are left`);
      await world.stop();
    }
    const seen = new Set<number>();
    for (;;) {
      const { messages } = await world.parts.results.pull(
        { timeout: 0, limit: 100, ack: [] },
        { principal: world.principal, signal },
      );
      if (messages.length === 0) break;
      for (const { seq } of messages) expect([seq, seen.has(seq)]).toEqual([seq, false]);
      for (const { seq } of messages) seen.add(seq);
      await world.parts.results.pull(
        { timeout: 0, limit: 0, ack: messages.map(({ ack_token }) => ack_token) },
        { principal: world.principal, signal },
      );
    }
    expect(seen.size).toBe(PUSHES);
    const { results } = await world.parts.shown.list({ ...all, limit: 1_000 }, world.principal);
    expect(results.filter(({ completed, retries }) => !completed || retries > 0)).toEqual([]);
  }, 1_800_000);

  it('of one resource end in their order', async () => {
    const ids: string[] = [];
    for (const body of ['one', 'two', 'three'])
      ids.push((await world.push({ uuid: 'same', textfield: { t: textOf(body) } })).processing_id);
    await world.start();
    const records = await Promise.all(ids.map(ended));
    const dates = records.map(({ completed_at }) => completed_at ?? '');
    expect(dates.toSorted()).toEqual(dates);
  });

  it('are cut as the strategy of the field says, else as that of the push', async () => {
    await world.start();
    const { strategies } = world.parts;
    const [ofField, ofPush] = ['##', '%%'].map((splitter) =>
      strategies.addSplit({ name: splitter, custom_split: 1, manual_split: { splitter } }),
    );
    const body = 'One. ## Two. %% Three. %% Four.';
    const options = Object.assign(new PushOptions(), { split_strategy: ofPush });
    const own = Object.assign(textOf(body), { split_strategy: ofField });
    const unknown = Object.assign(textOf(body), { extract_strategy: 'none' });
    const textfield = { own, other: textOf(body), unknown };
    const { processing_id } = await world.push({ kbid: 'box', textfield, processing_options: options });
    const message = decodeMessage(Buffer.from((await ended(processing_id)).response ?? '', 'base64'));
    const counts = message.field_metadata.map(({ field, metadata }) => [
      field.field,
      metadata.metadata.paragraphs.length,
    ]);
    expect(counts.slice(0, 2)).toEqual([
      ['own', 2],
      ['other', 3],
    ]);
    expect(message.errors).toMatchObject([{ field: 'unknown', severity: 0 }]);
  });

  it('are cut as strategies say that they bring along, which precede those of the box, with the model they name', async () => {
    await world.start();
    const { model, strategies } = world.parts;
    const stored = strategies.addSplit({ custom_split: 1, manual_split: { splitter: '##' } });
    model.answer = () => ({ starts: [1, 3] });
    const split_configs: NonNullable<PushConfiguration['split_configs']> = {
      [stored]: { name: 'own', custom_split: 'MANUAL', manual_split: { splitter: '%%' } },
      topics: { name: 'topics', custom_split: 'LLM', llm_split: { rules: ['One topic each.'] } },
    };
    const learning_config = { split_configs, generative_model: 'writer' };
    const manual = Object.assign(textOf('One. ## Two. %% Three. %% Four.'), { split_strategy: stored });
    const topics = Object.assign(textOf('One. Two. Three. Four.'), { split_strategy: 'topics' });
    const asked = { kbid: 'box', textfield: { manual, topics }, learning_config };
    const { processing_id } = await world.push(asked);
    const message = decodeMessage(Buffer.from((await ended(processing_id)).response ?? '', 'base64'));
    expect(message.field_metadata.map(({ metadata }) => metadata.metadata.paragraphs.length)).toEqual([3, 2]);
    expect(model.requests.at(-1)?.system).toContain('- One topic each.');
    expect(model.names.at(-1)).toBe('writer');
  });

  it('give back conversations that were made of others, and process them', async () => {
    await world.start();
    const facts = new PushedConversation();
    facts.messages = [Object.assign(new PushedMessage(), { ident: 'f1', timestamp: '2026-01-02T03:04:05Z' })];
    Object.assign(facts.messages[0]?.content ?? {}, { text: '*Tides* follow it.', format: 2 });
    const made = { source_field_id: 'chat', conversationfield: facts };
    const { processing_id } = await world.push({ generated_conversationfield: { 'da-facts-c-chat': made } });
    const message = decodeMessage(Buffer.from((await ended(processing_id)).response ?? '', 'base64'));
    expect(message.extracted_text).toMatchObject([{ body: { split_text: { f1: 'Tides follow it.' } } }]);
    expect(message.conversations['da-facts-c-chat']).toMatchObject({
      messages: [{ ident: 'f1', content: { text: '*Tides* follow it.', format: 2 }, timestamp: { nanos: 0 } }],
      generated_by: { data_augmentation: {} },
    });
  });

  it('of a knowledge box of the account are read by its agents for new resources, unless ml_text is false', async () => {
    await world.start();
    const kbid = randomUUID();
    const operations = [
      { label: { ident: 'topic', labels: [{ label: 'sea' }, { label: 'bread' }] } },
      { graph: { ident: 'people' } },
      { ask: { question: 'Where?', destination: 'place' } },
      { qa: { max_questions: 1 } },
    ];
    const parameters = { name: 'reader', on: 1, operations };
    const tasks = [newAgentTask({ kbid, account: world.account, parameters }), newAgentTask({ kbid, parameters })];
    await world.parts.agentTasks.add(tasks);
    world.parts.written.reply = (prompt) => {
      if (prompt.includes('Where?')) return 'In Brest.';
      if (prompt.includes('entities'))
        return {
          entities: [
            { name: 'Ada', label: 'PERSON' },
            { name: 'Brest', label: 'CITY' },
          ],
          relations: [{ source: 'Ada', target: 'Brest', label: 'lives in' }],
        };
      if (prompt.includes('uestion'))
        return { questions: [{ question: 'Who?', answer: 'Ada', reason: 'It says so', paragraphs: [0] }] };
      return { labels: ['sea'] };
    };
    const textfield = { t: textOf('Ada lives in Brest, by the sea.') };
    const read = async (more: object = {}) => {
      const { processing_id } = await world.push({ kbid, textfield, ...more });
      return decodeMessage(Buffer.from((await ended(processing_id)).response ?? '', 'base64'));
    };
    const message = await read();
    expect(message.errors).toEqual([]);
    const [{ metadata: { metadata } = {} } = {}] = message.field_metadata;
    expect(metadata?.classifications).toEqual([expect.objectContaining({ labelset: 'topic', label: 'sea' })]);
    expect(metadata?.entities['people']?.entities.map(({ text }) => text)).toEqual(['Ada', 'Brest']);
    expect(JSON.stringify(metadata?.relations)).toContain('lives in');
    expect(message.texts).toEqual({ 'da-place-t-t': expect.objectContaining({ body: 'In Brest.' }) });
    expect(JSON.stringify(message.question_answers)).toContain(`${message.uuid}/t/t/0-31`);
    expect(message.generated_by).toHaveLength(2);

    const options = Object.assign(new PushOptions(), { ml_text: false });
    expect((await read({ processing_options: options })).texts).toEqual({});
    expect((await read({ kbid: randomUUID() })).texts).toEqual({});

    world.parts.written.reply = (prompt) => (prompt.includes('Where?') ? 'In Brest.' : {});
    const failed = await read();
    expect(failed.errors.map(({ code, error }) => [code, error.slice(0, 14)])).toEqual([
      [3, 'reader: label:'],
      [3, 'reader: graph:'],
      [3, 'reader: qa: th'],
    ]);
    expect(failed.errors.every((error) => 'data_augmentation' in error.generated_by)).toBe(true);
    expect(Object.keys(failed.texts)).toEqual(['da-place-t-t']);
    world.parts.written.reply = String;
  });

  it('are refused for models that nobody has, in the configuration and in strategies', async () => {
    const refused = (learning_config: object) => world.push({ learning_config });
    await expect(refused({ generative_model: 'no-such' })).rejects.toMatchObject({ code: 'invalid_request' });
    const vllm_config = { generative_model: 'no-such' };
    await expect(refused({ extract_configs: { eyes: { name: 'eyes', vllm_config } } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        detail: [{ loc: ['body', 'learning_config', 'extract_configs', 'eyes', 'vllm_config', 'generative_model'] }],
      },
    });
  });

  it('wait while their account is blocked', async () => {
    await block(['processing']);
    await world.start();
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1)
      ids.push((await world.push({ kbid: 'held', textfield: { t: textOf('a') } })).processing_id);
    await sleep(2_000);
    for (const id of ids) {
      expect(await get(id)).toMatchObject({ completed: false, failed: false, scheduled: false });
      // They keep their positions without a write for each of them.
      const [job] = await world.parts.queue.listWithKeys([pushKey(id)]);
      expect(job).toMatchObject({ state: 'waiting', attempts: 0, lastError: null });
      expect(job?.runAt.getTime()).toBeLessThan(Date.now());
    }
    await block([]);
    await world.parts.queue.pause({ tenant: world.account, tasks: [processPush.name] }, 0);
    for (const id of ids) await ended(id);
  });

  it('that are cancelled end without a result, also while they are processed', async () => {
    const { processing_id } = await world.push({ kbid: 'gone', textfield: { t: textOf('a') } });
    await world.parts.shown.cancel({ kbid: 'gone' }, world.principal);
    await world.parts.endings.complete(processing_id, new Uint8Array());
    expect(await get(processing_id)).toMatchObject({ failed: true, completed: false, failure: 'Cancelled' });
    expect(await stats()).toEqual({ incomplete: 0, scheduled: 0 });
  });

  it('are sent to the webhook of the push, else of the client, signed, until it takes them', async () => {
    const calls: { url: string; headers: Record<string, unknown>; body: string }[] = [];
    world.answer = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      calls.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = calls.length === 1 ? 500 : 204;
      response.end();
    };
    world.clientWebhook = { uri: `${world.site}client`, headers: { 'x-own': 'yes' } };
    await world.start();
    const own = { uri: `${world.site}push`, headers: { authorization: 'of the push' } };
    const { processing_id: id } = await world.push({ textfield: { t: textOf('a') }, webhook_config: own });
    const delivered = (processing: string) =>
      until(
        async () => ((await get(processing)).webhook?.state === 'delivered' ? get(processing) : undefined),
        'delivered',
      );
    expect((await delivered(id)).webhook).toMatchObject({ attempts: 2, last_error: 'The webhook answered 500' });
    expect(calls.map(({ url }) => url)).toEqual(['/push', '/push']);
    expect(calls[0]?.headers).toMatchObject({ authorization: 'of the push', 'x-svc-processing-id': id });
    for (const { headers, body } of calls) {
      const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-svc-signature'])) ?? [];
      expect(createHmac('sha256', SIGNING_SECRET).update(`${seconds}.${body}`).digest('hex')).toBe(mac);
    }
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ processing_id: id, completed: true, request: null });
    const { processing_id: other } = await world.push({ textfield: { t: textOf('b') } });
    await delivered(other);
    expect(calls.at(-1)).toMatchObject({ url: '/client', headers: { 'x-own': 'yes' } });
    world.signingSecret = undefined;
    const { processing_id: unsigned } = await world.push({ textfield: { t: textOf('c') } });
    await delivered(unsigned);
    expect(calls.at(-1)?.headers).not.toHaveProperty('x-svc-signature');
    world.clientWebhook = undefined;
    world.signingSecret = SIGNING_SECRET;
  }, 60_000);

  it('are never sent to a private address, and a webhook that never answers keeps no other push', async () => {
    world.answer = () => undefined;
    await world.start();
    const silent = { uri: `${world.site}silent`, headers: {} };
    const hidden = { uri: 'http://127.0.0.1:1/', headers: {} };
    await Promise.all([1, 2, 3, 4, 5].map(() => world.push({ webhook_config: silent })));
    const { processing_id: id } = await world.push({ webhook_config: hidden });
    expect(await ended(id)).toMatchObject({ completed: true });
    const record = await until(async () => ((await get(id)).webhook ? get(id) : undefined), 'an attempt');
    expect(record.webhook).toMatchObject({ state: 'retrying', last_error: expect.stringContaining('127.0.0.1') });
  }, 60_000);
});

const all = { limit: 20, sort_on: 'timestamp', sort_order: 'asc' } as const;
