import { setTimeout as sleep } from 'node:timers/promises';
import { createKvSchema, listChanges, modifyResource } from '@lectern/contracts/knowledge-box';
import { type AgentOperation, deleteKnowledgeBoxTask, startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import type { Sent } from '@lectern/client';
import type { ScriptedAnswer, ScriptedProvider } from '@lectern/testing';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { startWithProvider } from '../harness/with-provider';

const TEXT = 'Ada Lovelace wrote the first program.';
const QUIET_MS = 1_500;
const settings = { EMBEDDER: 'scripted-vectors', OPENAI_EMBEDDING_MODEL: 'scripted-vectors' };

/** Work that an edit causes. */
interface Work {
  /** Texts that are understood, apart from a put. */
  readonly understood: number;
  /** Puts of all texts of the resource. */
  readonly put: number;
  /** Puts of all its vectors. */
  readonly vectorsPut: number;
  /** Texts that the model embeds. */
  readonly embedded: number;
}

const nothing: Work = { understood: 0, put: 0, vectorsPut: 0, embedded: 0 };
const tasksOf: Readonly<Record<Exclude<keyof Work, 'embedded'>, readonly string[]>> = {
  understood: ['understandText', 'fetchLink', 'readFile'],
  put: ['processResource', 'processLargeResource'],
  vectorsPut: ['embedResource', 'embedLargeResource'],
};

const sea = { labelset: 'topics', label: 'sea' };
const field = { field_type: 'text', field: 'body' } as const;
const relation = { relation: 'OTHER', label: 'knows', to: { type: 'entity', value: 'Ada', group: 'PERSON' } };

/** Changes by users that leave all texts as they are. */
const edits: readonly (readonly [name: string, body: (rid: string) => object])[] = [
  ['a label of the resource', () => ({ usermetadata: { classifications: [sea] } })],
  ['a label that is cancelled', () => ({ usermetadata: { classifications: [{ ...sea, cancelled_by_user: true }] } })],
  [
    'a label of a paragraph',
    (rid) => ({
      fieldmetadata: [{ field, paragraphs: [{ key: `${rid}/t/body/0-${TEXT.length}`, classifications: [sea] }] }],
    }),
  ],
  [
    'a question and its answer',
    () => ({
      fieldmetadata: [
        { field, question_answers: [{ question_answer: { question: { text: 'Who?' }, answers: [{ text: 'Ada' }] } }] },
      ],
    }),
  ],
  ['relations', () => ({ usermetadata: { relations: [relation] } })],
  ['the origin', () => ({ origin: { tags: ['a'], source_id: 's', path: '/a/b', created: '2020-01-01T00:00:00Z' } })],
  ['extra data', () => ({ extra: { metadata: { any: 'thing' } } })],
  ['who may see it', () => ({ security: { access_groups: ['hr'] } })],
  ['that everyone may see it', () => ({ security: { access_groups: [] } })],
  ['that it is hidden', () => ({ hidden: true })],
  ['that it is shown', () => ({ hidden: false })],
  ['the slug', () => ({ slug: 'renamed' })],
  ['the picture', () => ({ thumbnail: '/a/picture' })],
  ['languages', () => ({ metadata: { languages: ['en', 'de'] } })],
  ['other metadata', () => ({ metadata: { metadata: { key: 'value' } } })],
  ['key values', () => ({ key_values: { facts: { data: { year: 1843 } } } })],
];

const label = { ident: 'topic', labels: [{ label: 'science' }, { label: 'art' }] };
/** Findings of agents other than texts. */
const findings: readonly (readonly [name: string, task: string, operation: Sent<AgentOperation>, on: 0 | 1])[] = [
  ['labels of fields', 'labeler', { label }, 1],
  ['labels of paragraphs', 'labeler', { label: { ...label, ident: 'passage' } }, 0],
  ['entities and relations', 'llm-graph', { graph: { ident: 'people', entity_defs: [{ label: 'PERSON' }] } }, 1],
  ['questions', 'synthetic-questions', { qa: {} }, 1],
  ['dangerous texts', 'prompt-guard', { prompt_guard: { enabled: true } }, 1],
];

function answerOf(body: Readonly<Record<string, unknown>>): ScriptedAnswer {
  const schema = JSON.stringify(body['response_format'] ?? '');
  const json = (value: object) => ({ pieces: [JSON.stringify(value)] });
  if (schema.includes('entities'))
    return json({ entities: [{ name: 'Ada Lovelace', label: 'PERSON' }], relations: [] });
  if (schema.includes('questions'))
    return json({ questions: [{ question: 'Who?', answer: 'Ada.', reason: 'It says so.', paragraphs: [0] }] });
  if (schema.includes('JAILBREAK')) return json({ labels: ['JAILBREAK'] });
  if (schema.includes('"number"')) return json({ paragraphs: [{ number: 0, labels: ['science'] }] });
  return schema.includes('labels') ? json({ labels: ['science'] }) : { pieces: ['Ada wrote it.'] };
}

inStandalone('the work that a change makes, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    const env = { ...settings, OPENAI_EMBEDDING_DIMENSIONS: '3' };
    ({ provider, deployment } = await startWithProvider(mode, { key: 'provider-key', timeoutMs: 10_000, env }));
    provider.answerWith(answerOf).embedWith(async (texts) => texts.map(() => [1, 2, 3]));
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    kb = await client.createKnowledgeBox({ hidden_resources_enabled: true });
    await kb.api(createKvSchema, { body: { id: 'facts', fields: [{ key: 'year', type: 'integer' }] } });
    rid = await kb.createResource({ title: 'Ada', texts: { body: { body: TEXT } } }, { wait: 'embedded' });
    await untilQuiet();
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });

  const done = async (): Promise<Work & { readonly updates: number }> => {
    const text = await (await fetch(`${deployment.origin}/metrics`)).text();
    const count = (task: string) => {
      const line = new RegExp(`^lectern_task_seconds_count\\{task="${task}",outcome="done"\\} (\\d+)`, 'm').exec(text);
      return Number(line?.[1] ?? 0);
    };
    const sum = (tasks: readonly string[]) => tasks.reduce((all, task) => all + count(task), 0);
    const calls = provider.calls.filter(({ path }) => path.endsWith('/embeddings'));
    return {
      understood: sum(tasksOf.understood),
      put: sum(tasksOf.put),
      vectorsPut: sum(tasksOf.vectorsPut),
      embedded: calls.reduce((all, { body }) => all + [body['input']].flat().length, 0),
      updates: count('updateIndexedResource'),
    };
  };
  const untilQuiet = async () => {
    for (let before = await done(); ;) {
      await sleep(QUIET_MS);
      const now = await done();
      if (JSON.stringify(now) === JSON.stringify(before)) return now;
      before = now;
    }
  };
  /** Work done since then, once it has reached the indexes and nothing more is done. */
  const since = async ({ updates, ...before }: Awaited<ReturnType<typeof done>>): Promise<Work> => {
    await until(async () => ((await done()).updates > updates ? true : undefined), 'the indexes are up to date');
    const { updates: _, ...now } = await untilQuiet();
    const [understood, put] = [now.understood - before.understood, now.put - before.put];
    return {
      understood,
      put,
      vectorsPut: now.vectorsPut - before.vectorsPut,
      embedded: now.embedded - before.embedded,
    };
  };
  const change = (body: object) => kb.api(modifyResource, { params: { rid }, body });
  /** By words and by meaning. */
  const found = async (expression: object): Promise<readonly boolean[]> => {
    const asked = (feature: string) =>
      kb.foundTexts({
        query: feature === 'semantic' ? 'Ada' : '',
        features: [feature],
        min_score: { semantic: -1, bm25: 0 },
        filter_expression: expression,
      });
    return Promise.all(['keyword', 'semantic'].map(async (feature) => (await asked(feature)).includes(TEXT)));
  };
  const ofParagraph = (labelset: string, name: string) => ({ paragraph: { prop: 'label', labelset, label: name } });
  const ofField = (labelset: string, name: string) => ({ field: { prop: 'label', labelset, label: name } });

  it.each(edits)(
    'is none on texts and vectors for %s',
    async (_, body) => {
      const before = await done();
      await change(body(rid));
      expect(await since(before)).toEqual(nothing);
    },
    60_000,
  );

  it('puts its texts for a new title, and embeds nothing but the title', async () => {
    const before = await done();
    await change({ title: 'Ada Lovelace' });
    expect(await since(before)).toMatchObject({ understood: 0, put: 1, embedded: 1 });
  }, 60_000);

  it('leaves labels of paragraphs where filters by words and by meaning find them, until they are taken away', async () => {
    const marked = (...classifications: object[]) => ({
      fieldmetadata: [{ field, paragraphs: [{ key: `${rid}/t/body/0-${TEXT.length}`, classifications }] }],
    });
    await change(marked({ labelset: 'marks', label: 'one' }));
    await until(async () => ((await found(ofParagraph('marks', 'one'))).every(Boolean) ? true : undefined), 'a label');
    await change(marked({ labelset: 'marks', label: 'two' }));
    await until(async () => ((await found(ofParagraph('marks', 'two'))).every(Boolean) ? true : undefined), 'another');
    expect(await found(ofParagraph('marks', 'one'))).toEqual([false, false]);
  }, 60_000);

  it.each(findings)(
    'is none on texts and vectors for %s that an agent finds',
    async (_, name, operation, on) => {
      const before = await done();
      const parameters = { name: 'agent', on, operations: [operation] };
      const { id } = await kb.api(startKnowledgeBoxTask, {
        body: { name: name as 'labeler', apply: 'EXISTING', parameters }, // one of the tasks that there are
      });
      expect(await since(before)).toEqual(nothing);
      await kb.api(deleteKnowledgeBoxTask, { params: { task_id: id } });
    },
    60_000,
  );

  it('leaves labels of agents where filters find them, and none that a user cancels', async () => {
    expect(await found(ofField('topic', 'science'))).toEqual([true, true]);
    expect(await found(ofParagraph('passage', 'science'))).toEqual([true, true]);
    const before = await done();
    const cancelled = { labelset: 'topic', label: 'science', cancelled_by_user: true };
    await change({ usermetadata: { classifications: [cancelled] } });
    expect(await since(before)).toEqual(nothing);
    expect(await found(ofField('topic', 'science'))).toEqual([false, false]);
    expect(await found(ofParagraph('passage', 'science'))).toEqual([true, true]);
  }, 60_000);

  it('is one update of the indexes for what several agents find in a new resource', async () => {
    const box = await kb.client.createKnowledgeBox();
    const names = Array.from({ length: 6 }, (_, i) => `labeler_${i}`);
    for (const name of names) {
      const parameters = { name, on: 1 as const, operations: [{ label: { ...label, ident: name } }] };
      await box.api(startKnowledgeBoxTask, { body: { name: 'labeler', apply: 'NEW', parameters } });
    }
    await sleep(QUIET_MS);
    const before = await done();
    const rids = await Promise.all(
      [1, 2, 3].map((n) => box.createResource({ texts: { body: { body: `${TEXT} ${n}` } } }, { wait: 'embedded' })),
    );
    const labelsOf = async (id: string) => {
      const { computedmetadata } = await box.resource(id);
      const all = (computedmetadata?.field_classifications ?? []).flatMap((one) => one.classifications);
      return all.map(({ labelset }) => labelset).sort();
    };
    for (const id of rids)
      await until(async () => ((await labelsOf(id)).length === names.length ? true : undefined), 'all labels');
    for (const id of rids) expect(await labelsOf(id)).toEqual(names);
    const after = await untilQuiet();
    // At most one of the resource itself, when it is processed, and one of the labels.
    expect(after.updates - before.updates).toBeLessThanOrEqual(2 * rids.length);
    expect([after.put - before.put, after.vectorsPut - before.vectorsPut]).toEqual([rids.length, rids.length]);
    const { changes } = await box.api(listChanges, { query: { from: 'start', limit: 100 } });
    for (const id of rids)
      expect(
        changes.filter((one) => one.resource_id === id && one.operation === 'processed').length,
      ).toBeLessThanOrEqual(3);
  }, 60_000);

  it('is that of the new field alone when an agent writes one', async () => {
    const before = await done();
    const parameters = {
      name: 'agent',
      on: 1 as const,
      operations: [{ ask: { question: 'Who?', destination: 'who' } }],
    };
    await kb.api(startKnowledgeBoxTask, { body: { name: 'ask', apply: 'EXISTING', parameters } });
    await until(async () => {
      const { data } = await kb.resource(rid, { show: ['values', 'extracted'], extracted: ['text'] });
      return data?.texts?.['da-who-t-body']?.extracted?.text?.text ? true : undefined;
    }, 'the new field');
    expect(await since(before)).toMatchObject({ understood: 0, embedded: 1 });
  }, 60_000);
});
