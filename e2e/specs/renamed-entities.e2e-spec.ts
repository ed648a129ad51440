import { getEntitiesGroup } from '@lectern/contracts/knowledge-box';
import { searchGraphNodes } from '@lectern/contracts/search';
import {
  type AgentRequest,
  type EntityRenaming,
  inspectKnowledgeBoxTask,
  startKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

async function renamed(kb: KnowledgeBoxClient, ...renames: readonly EntityRenaming[]): Promise<AgentRequest> {
  const parameters = { name: 'names', on: 1, operations: [{ align: { renames: [...renames] } }] };
  const { id: task_id } = await kb.api(startKnowledgeBoxTask, {
    body: { name: 'llm-align', apply: 'EXISTING', parameters },
  });
  return until(async () => {
    const { request } = await kb.api(inspectKnowledgeBoxTask, { params: { task_id } });
    return request && (request.completed || request.failed) ? request : undefined;
  }, 'the names are replaced');
}

async function people(kb: KnowledgeBoxClient): Promise<Record<string, readonly string[]>> {
  const { entities } = await kb.api(getEntitiesGroup, { params: { group: 'PERSON' } });
  return Object.fromEntries(Object.values(entities).map(({ value, represents }) => [value, represents]));
}

inStandalone('renamed entities, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const person = (from: string, to: string | null) => ({ group: 'PERSON', from, to });
  const texts = (body: string) => ({ texts: { a: { body } } });
  const withLabel = (value: string) =>
    kb.foundTexts({ query: '', features: ['keyword'], filters: [`/e/PERSON/${value}`] });
  const nodes = async (value: string) => {
    const query = { prop: 'node', value, match: 'exact', type: 'entity' } as const;
    const { nodes: found } = await kb.api(searchGraphNodes, { body: { query, top_k: 10 } });
    return found.map((node) => node.value);
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
  });

  it('have their new name in lists, filters, the graph and relations, and texts stay as they are', async () => {
    const body = 'Ada Lovelace wrote to Charles Babbage from London.';
    const from = { value: 'Ada Lovelace', type: 'entity' as const, group: 'PERSON' };
    const to = { value: 'London', type: 'entity' as const, group: 'GPE' };
    const relations = [{ relation: 'OTHER' as const, label: 'lived in', from, to }];
    const rid = await kb.createResource({ ...texts(body), usermetadata: { relations } }, { wait: 'searchable' });
    await kb.createResource(texts('Grace Hopper came to Boston.'), { wait: 'searchable' });
    expect(await people(kb)).toHaveProperty('Ada Lovelace');
    const task = await renamed(kb, person('Ada Lovelace', 'Augusta Ada King'));
    expect(task).toMatchObject({
      completed: true,
      report: { changed: 1 },
      progress: { resources_done: 1, resources_total: 1 },
    });
    // Lists are kept for a second, but not over a renaming.
    const names = await people(kb);
    expect(names).toMatchObject({ 'Augusta Ada King': ['Ada Lovelace'], 'Charles Babbage': [], 'Grace Hopper': [] });
    expect(names).not.toHaveProperty('Ada Lovelace');
    await until(async () => ((await withLabel('Augusta Ada King')).length > 0 ? true : undefined), 'a filter finds it');
    expect(await withLabel('Augusta Ada King')).toEqual([body]);
    expect(await withLabel('Ada Lovelace')).toEqual([]);
    expect([await nodes('Augusta Ada King'), await nodes('Ada Lovelace')]).toEqual([['Augusta Ada King'], []]);
    const { usermetadata } = await kb.resource(rid, { show: ['basic', 'relations'] });
    expect(usermetadata?.relations).toMatchObject([{ from: { ...from, value: 'Augusta Ada King' }, to }]);
  });

  it('keep it in content and messages that are added later, until the renaming is forgotten', async () => {
    await kb.createResource(texts('Ada Lovelace met Michael Faraday.'), { wait: 'searchable' });
    const messages = [{ ident: '1', who: 'ann', content: { text: 'Ada Lovelace visited Mary Somerville.' } }];
    await kb.createResource({ conversations: { chat: { messages } } }, { wait: 'searchable' });
    await until(
      async () =>
        'Michael Faraday' in (await people(kb)) && 'Mary Somerville' in (await people(kb)) ? true : undefined,
      'both are understood',
    );
    expect(await people(kb)).not.toHaveProperty('Ada Lovelace');
    expect(await withLabel('Augusta Ada King')).toHaveLength(3);
    expect(await renamed(kb, person('Ada Lovelace', null))).toMatchObject({ completed: true, report: { changed: 0 } });
    await kb.createResource(texts('Ada Lovelace saw the engine.'), { wait: 'searchable' });
    const names = await until(async () => {
      const listed = await people(kb);
      return 'Ada Lovelace' in listed ? listed : undefined;
    }, 'the name is found as it is written');
    expect(names).toMatchObject({ 'Augusta Ada King': [], 'Ada Lovelace': [] });
  });

  it('become one with those that have the name, and get another one together', async () => {
    expect(await renamed(kb, person('Ada Lovelace', 'Augusta Ada King'))).toMatchObject({ report: { changed: 1 } });
    expect(await renamed(kb, person('Augusta Ada King', 'Ada King'))).toMatchObject({ report: { changed: 4 } });
    const names = await people(kb);
    expect(names['Ada King']?.toSorted()).toEqual(['Ada Lovelace', 'Augusta Ada King']);
    await until(async () => ((await withLabel('Ada King')).length === 4 ? true : undefined), 'all are found');
  });

  it('that are renamed in turn by one task get the last name, however often that runs', async () => {
    const box = await server(mode).createKnowledgeBox();
    await box.createResource(texts('Ada Lovelace wrote to Charles Babbage.'), { wait: 'searchable' });
    const turns = [person('Ada Lovelace', 'Charles Babbage'), person('Charles Babbage', 'Ada Lovelace')];
    for (const changed of [1, 0])
      expect(await renamed(box, ...turns)).toMatchObject({ completed: true, report: { changed } });
    expect(await people(box)).toEqual({ 'Ada Lovelace': ['Charles Babbage'] });
  });

  it('are checked before anything is changed', async () => {
    const start = (align: object) =>
      kb.client.send('POST', `${kb.path}/task/start`, {
        body: {
          name: 'llm-align',
          apply: 'EXISTING',
          parameters: { name: 'names', on: 1, operations: [{ align }] },
        },
      });
    const one = person('Ada King', 'Ada');
    for (const renames of [
      [],
      [{ ...one, group: '' }],
      [{ ...one, from: '' }],
      [{ ...one, to: ' ' }],
      [{ ...one, to: 'x'.repeat(251) }],
      Array.from({ length: 101 }, () => one),
    ])
      expect(await start({ renames })).toMatchObject({ status: 422 });
    expect(await start({ renames: [one], apply: kb.id })).toMatchObject({ status: 422 });
    expect(await people(kb)).toHaveProperty('Ada King');
  });
});
