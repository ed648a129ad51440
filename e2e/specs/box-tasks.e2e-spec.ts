import {
  addVectorset,
  appendMessages,
  getField,
  getLabelset,
  getResource,
  listVectorsets,
  putLabelset,
} from '@lectern/contracts/knowledge-box';
import {
  type AgentParameters,
  type AgentRequest,
  cleanupKnowledgeBoxTask,
  inspectKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  listTaskAssets,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import type { Sent } from '@lectern/client';
import { getAccountUsage } from '@lectern/contracts/accounts';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

async function requestOf(kb: KnowledgeBoxClient, task_id: string): Promise<AgentRequest> {
  const { request } = await kb.api(inspectKnowledgeBoxTask, { params: { task_id } });
  if (!request) throw new Error(`There is no task ${task_id}`);
  return request;
}

async function ended(kb: KnowledgeBoxClient, id: string): Promise<AgentRequest> {
  return until(async () => {
    const request = await requestOf(kb, id);
    return request.completed || request.failed ? request : undefined;
  }, `task ${id} has ended`);
}

/** Starts a task on what is there, and waits for its end. */
async function done(kb: KnowledgeBoxClient, name: string, parameters?: object): Promise<AgentRequest> {
  const body = { name, apply: 'EXISTING', ...(parameters && { parameters }) };
  // Names are checked by the server.
  const { id } = await kb.api(startKnowledgeBoxTask, { body: body as never });
  return ended(kb, id);
}

async function labelsOf(kb: KnowledgeBoxClient, rid: string): Promise<readonly string[]> {
  const { usermetadata, computedmetadata } = await kb.resource(rid);
  const found = (computedmetadata?.field_classifications ?? []).flatMap((one) => one.classifications);
  return [...(usermetadata?.classifications ?? []), ...found].map(({ labelset, label }) => `${labelset}/${label}`);
}

inStandalone('tasks of a knowledge box without a language model, %s', (mode) => {
  it('label only fields that their filter expression keeps, existing and new ones', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const body = 'The old oak tree in the forest lost its leaves in autumn.';
    const texts = { a: { body }, b: { body } };
    const old = await kb.createResource({ texts, origin: { tags: ['read'] } }, { wait: 'searchable' });
    const other = await kb.createResource({ texts }, { wait: 'searchable' });
    const expression = {
      field: {
        and: [
          { prop: 'origin_tag', tag: 'read' },
          { prop: 'field', type: 'text', name: 'a' },
        ],
      },
    };
    const labels = [{ label: 'trees', description: 'An oak tree in the forest', examples: [body] }];
    const parameters: Sent<AgentParameters> = {
      name: 'topics',
      on: 1,
      filter_expression_json: JSON.stringify(expression),
      operations: [{ label: { ident: 'topic', labels } }],
    };
    await kb.api(startKnowledgeBoxTask, { body: { name: 'labeler', parameters } });
    const fresh = await kb.createResource({ texts, origin: { tags: ['read'] } }, { wait: 'searchable' });
    for (const rid of [old, fresh])
      await until(async () => ((await labelsOf(kb, rid)).length > 0 ? true : undefined), `${rid} is labelled`);
    const fields = (await kb.resource(old)).computedmetadata?.field_classifications ?? [];
    expect(fields.map(({ field }) => field)).toEqual([{ field_type: 'text', field: 'a' }]);
    expect(await labelsOf(kb, other)).toEqual([]);
    const wrong = { ...parameters, filter_expression_json: '{"field": {"prop": "weather"}}' };
    await expect(kb.api(startKnowledgeBoxTask, { body: { name: 'labeler', parameters: wrong } })).rejects.toMatchObject(
      { status: 422 },
    );
    const { running, done: ends } = await kb.api(listKnowledgeBoxTasks, {});
    const [request] = [...running, ...ends];
    expect(request?.progress).toMatchObject({ resources_total: expect.any(Number), calls: 0 });
  });

  it('check what they need, do nothing, and add and remove resources of a demonstration', async () => {
    const kb = await server(mode).createKnowledgeBox();
    expect(await done(kb, 'dummy')).toMatchObject({ completed: true, task: { can_cleanup: false } });
    const added = await done(kb, 'demo-dataset');
    expect(added.report).toMatchObject({ added: expect.arrayContaining(['demo-tides', 'demo-bread']) });
    const slug = { params: { rslug: 'demo-tides' } };
    expect((await kb.api(getResource, slug)).title).toBe('Tides');
    const env = await done(kb, 'env');
    expect(env.report).toMatchObject({ works: true, checks: expect.arrayContaining([expect.anything()]) });
    const { request } = await kb.api(cleanupKnowledgeBoxTask, { params: { task_id: added.id } });
    await ended(kb, request?.id ?? '');
    await expect(kb.api(getResource, slug)).rejects.toMatchObject({ status: 404 });
    await expect(kb.api(startKnowledgeBoxTask, { body: { name: 'env', apply: 'NEW' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it('propose labels that mean the same, and merge those that are accepted', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const labelled = (label: string) =>
      kb.createResource({ usermetadata: { classifications: [{ labelset: 'topic', label }] } }, { wait: 'searchable' });
    const labels = ['customer complaint', 'customer complaint', 'Customer Complaints', 'invoice 2023', 'invoice 2024'];
    const rids: string[] = [];
    for (const label of labels) rids.push(await labelled(label));
    const offered = [...new Set(labels)].map((title) => ({ title }));
    await kb.api(putLabelset, { params: { labelset: 'topic' }, body: { title: 'topic', labels: offered } });
    const proposal = await done(kb, 'llm-align', { name: 'align', on: 1, operations: [{}] });
    expect(proposal.report).toMatchObject({
      how: expect.stringContaining('by spelling alone'),
      merges: [
        {
          kind: 'label',
          group: 'topic',
          keep: { name: 'customer complaint', resources: 2 },
          merge: [{ name: 'Customer Complaints', resources: 1, reason: 'nearly the same letters' }],
        },
      ],
    });
    expect(await labelsOf(kb, rids[2] ?? '')).toEqual(['topic/Customer Complaints']);
    const apply = (members: object) =>
      done(kb, 'llm-align', { name: 'align', on: 1, operations: [{ align: { apply: proposal.id, ...members } }] });
    await expect(apply({ merges: [7] })).rejects.toMatchObject({ status: 422 });
    expect(await apply({})).toMatchObject({ completed: true, report: { changed: 1, merges: 1 } });
    expect(await labelsOf(kb, rids[2] ?? '')).toEqual(['topic/customer complaint']);
    const set = await kb.api(getLabelset, { params: { labelset: 'topic' } });
    expect(set.labels.map(({ title }) => title)).toEqual(['customer complaint', 'invoice 2023', 'invoice 2024']);
    const again = await done(kb, 'llm-align', { name: 'align', on: 1, operations: [{}] });
    expect(again.report).toMatchObject({ merges: [] });
  });

  it('keep facts of conversations, and change them when an appended entry does', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const operations = [{ memory: { ident: 'memory', graph_extraction: true } }];
    const filter = { field_types: ['c'] };
    const parameters = { name: 'memory', on: 1, filter, operations };
    await kb.api(startKnowledgeBoxTask, { body: { name: 'memory', apply: 'NEW', parameters } });
    const entry = (ident: string, text: string) => ({
      ident,
      who: 'ann',
      content: { format: 'JSON' as const, text: JSON.stringify({ text, reasoning: '', context: [], metadata: {} }) },
    });
    const field_id = '__memory__ann';
    const messages = [entry('1', 'I live in Paris. Ada Lovelace works at Acme Corp.')];
    const rid = await kb.createResource({ conversations: { [field_id]: { messages } } }, { wait: 'searchable' });
    const params = { rid, field_type: 'conversation' as const, field_id: `da-facts-memory-c-${field_id}` };
    const facts = async () => {
      const { value } = await kb.api(getField, { params, query: { show: ['value'] } }).catch(() => ({ value: null }));
      const page = value as { messages?: { ident: string; content: { text: string } }[] } | null;
      return (page?.messages ?? []).map(({ ident, content }) => ({ ident, ...JSON.parse(content.text) }));
    };
    const first = await until(async () => ((await facts()).length > 0 ? facts() : undefined), 'there are facts');
    expect(first.map(({ text }) => text)).toEqual(['I live in Paris.', 'Ada Lovelace works at Acme Corp.']);
    await kb.api(appendMessages, { params: { rid, field_id }, body: [entry('2', 'I live in Berlin.')] });
    const later = await until(async () => {
      const now = await facts();
      return now.some(({ text }) => text === 'I live in Berlin.') ? now : undefined;
    }, 'the fact is changed');
    expect(later).toMatchObject([
      { ident: first[0]?.ident, text: 'I live in Berlin.', related_entry_ids: ['1', '2'] },
      { text: 'Ada Lovelace works at Acme Corp.', related_entry_ids: ['1'] },
    ]);
    const same = { body: { name: 'memory' as const, apply: 'NEW' as const, parameters } };
    await expect(kb.api(startKnowledgeBoxTask, same)).rejects.toMatchObject({ status: 422 });
  });

  it('move the box to another embedding model while it answers, and back', async () => {
    const kb = await server(mode).createKnowledgeBox({ learning_configuration: { semantic_models: ['lexical'] } });
    const animals = ['ibex', 'otter', 'heron', 'lynx'];
    for (const animal of animals)
      await kb.createResource({ texts: { a: { body: `The ${animal} lives here.` } } }, { wait: 'embedded' });
    const ids = async () => (await kb.api(listVectorsets, {})).vectorsets.map(({ id }) => id);
    const to = 'bge-small-en';
    const start = () =>
      kb.api(startKnowledgeBoxTask, {
        body: { name: 'semantic-model-migrator', apply: 'EXISTING', parameters: { semantic_model_id: to } },
      });
    const found = (vectorset?: string) =>
      kb.foundTexts({ query: 'ibex', features: ['semantic'], ...(vectorset && { vectorset }) });
    const scores = async (vectorset?: string) => {
      const request = { query: 'the ibex lives', features: ['semantic'], ...(vectorset && { vectorset }) };
      return (
        JSON.stringify((await kb.find(request)).resources)
          .match(/"score":[\d.]+/g)
          ?.join() ?? ''
      );
    };
    expect(await found()).not.toEqual([]);
    const { id } = await start();
    await expect(start()).rejects.toMatchObject({ status: 422 });
    await kb.api(stopKnowledgeBoxTask, { params: { task_id: id } });
    expect(await requestOf(kb, id)).toMatchObject({ stopped: true });
    expect(await ids()).toContain('lexical');
    await kb.api(restartKnowledgeBoxTask, { params: { task_id: id } });
    const stillFound: boolean[] = [];
    const answered: { readonly usual: string; readonly old: string }[] = [];
    const request = await until(async () => {
      stillFound.push((await found()).length > 0);
      const [usual, old] = [await scores(), await scores('lexical')];
      // Both were asked before the switch.
      if ((await ids())[0] === 'lexical') answered.push({ usual, old });
      const now = await requestOf(kb, id);
      return now.completed || now.failed ? now : undefined;
    }, 'the migration has ended');
    expect(request).toMatchObject({ completed: true, report: { from: 'lexical', to } });
    expect(stillFound).not.toContain(false);
    expect(answered.length).toBeGreaterThan(0);
    for (const { usual, old } of answered) expect(usual).toBe(old);
    const [usual, fresh, old] = [await scores(), await scores(to), await scores('lexical')];
    expect([usual, usual === old]).toEqual([fresh, false]);
    expect(await ids()).toEqual([to, 'lexical']);
    expect(await found('lexical')).not.toEqual([]);
    expect(request.progress).toMatchObject({ resources_done: 4, resources_total: 4 });
    await until(async () => {
      const { assets } = await kb.api(listTaskAssets);
      return assets.filter(({ task_id }) => task_id === id).length === 2 ? true : undefined;
    }, 'the migration has left its reports');
    await until(async () => {
      const query = { from: new Date(Date.now() - 3_600_000).toISOString(), knowledgebox: kb.id };
      const { points } = await kb.api(getAccountUsage, { query });
      const details = points[0]?.metrics.flatMap((one) => one.details) ?? [];
      return details.some(({ identifier: { type, model } }) => type === 'sentence' && model === to) || undefined;
    }, 'the tokens of the migration are counted');
    const { request: undo } = await kb.api(cleanupKnowledgeBoxTask, { params: { task_id: id } });
    await ended(kb, undo?.id ?? '');
    await until(async () => ((await ids()).length === 1 ? true : undefined), 'the new vectors are gone');
    expect(await ids()).toEqual(['lexical']);
    await expect(kb.api(addVectorset, { params: { vectorset_id: 'lexical' } })).rejects.toMatchObject({ status: 409 });
  });
});
