import { type ChangesQuery, listChanges, type ResourceChange } from '@lectern/contracts/knowledge-box';
import { rm } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { inModesOfServices } from '../harness/in-modes';
import { caller, server } from '../harness/modes';
import { Standalone, temporaryFolder } from '../harness/standalone';

const changesOf = (kb: KnowledgeBoxClient, query: Partial<ChangesQuery> = {}) => kb.api(listChanges, { query });
const byCallers = (changes: readonly ResourceChange[]) => changes.filter(({ operation }) => operation !== 'processed');
const idsOf = (changes: readonly ResourceChange[]) => changes.map(({ resource_id: id }) => id);

/** Everything after a cursor, a few at a time. */
async function follow(kb: KnowledgeBoxClient, cursor?: string) {
  const changes: ResourceChange[] = [];
  for (let page = await changesOf(kb, { cursor, limit: 3 }); ; page = await changesOf(kb, { cursor, limit: 3 })) {
    changes.push(...page.changes);
    cursor = page.cursor;
    if (!page.has_more) return { changes, cursor };
  }
}

inModesOfServices('the change feed, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeEach(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('has what happened to resources, in order, and says who did it', async () => {
    const ann = kb.as(new Client(kb.client.origin, { ...kb.client.credential, 'x-kbdb-user': 'ann' }));
    const [first, second] = [await ann.createResource({ title: 'One' }), await ann.createResource({ title: 'Two' })];
    await ann.modifyResource(first, { title: 'Uno' });
    await ann.deleteResource(second);
    const { changes } = await changesOf(kb);
    const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/);
    expect(byCallers(changes)).toEqual([
      { resource_id: first, operation: 'created', by: 'ann', at: date },
      { resource_id: second, operation: 'created', by: 'ann', at: date },
      { resource_id: first, operation: 'modified', by: 'ann', at: date },
      { resource_id: second, operation: 'deleted', by: 'ann', at: date },
    ]);
  });

  it('gives every change once to a client that follows it while others write', async () => {
    const writing = Promise.all(Array.from({ length: 12 }, (_, i) => kb.createResource({ title: `Page ${i}` })));
    const early = await follow(kb);
    const rids = await writing;
    const late = await follow(kb, early.cursor);
    const created = [...early.changes, ...late.changes].filter(({ operation }) => operation === 'created');
    expect(idsOf(created).sort()).toEqual([...rids].sort());
  });

  it('waits for the next change', async () => {
    const { cursor } = await changesOf(kb, { from: 'end' });
    const waiting = changesOf(kb, { cursor, wait_s: 30 });
    const rid = await kb.createResource({ title: 'At last' });
    expect(idsOf((await waiting).changes)).toContain(rid);
  });

  it('answers with nothing and a cursor that misses nothing when nothing happens in time', async () => {
    await kb.createResource({ title: 'Before' });
    const { cursor } = await follow(kb);
    const later = await changesOf(kb, { cursor, wait_s: 1 });
    expect(later).toMatchObject({ changes: [], has_more: false });
    const rid = await kb.createResource({ title: 'After' });
    for (const from of [cursor, later.cursor])
      expect(idsOf((await changesOf(kb, { cursor: from })).changes)).toEqual([rid]);
  });

  it('has the steps of processing for those who want them', async () => {
    await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'embedded' });
    const steps = await until(async () => {
      const { changes } = await changesOf(kb, { steps: true });
      const operations = new Set(changes.map(({ operation }) => operation));
      return operations.has('stopped') && operations.has('indexed') ? [...operations] : undefined;
    }, 'the steps of processing');
    expect(steps.slice(0, 2)).toEqual(['created', 'started']);
    const { changes } = await changesOf(kb);
    expect(new Set(changes.map(({ operation }) => operation))).toEqual(new Set(['created', 'processed']));
  });

  it('can begin at its end', async () => {
    await kb.createResource({ title: 'Before' });
    const end = await changesOf(kb, { from: 'end' });
    expect(end.changes).toEqual([]);
    const rid = await kb.createResource({ title: 'After' });
    expect(idsOf((await changesOf(kb, { cursor: end.cursor })).changes)).toEqual([rid]);
  });

  it('is for members of the box, and refuses two beginnings', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    expect((await changesOf(reader)).changes).toEqual([]);
    expect((await caller(mode).send('GET', `${kb.path}/changes`)).status).toBe(401);
    expect((await kb.client.send('GET', `${kb.path}/changes?cursor=1&from=end`)).status).toBe(422);
    expect((await kb.client.send('GET', `${kb.path}/changes?cursor=-1`)).status).toBe(422);
  });
});

describe('the change feed, standalone', () => {
  it('goes on after a restart, and refuses a cursor whose changes are forgotten', async () => {
    const folder = await temporaryFolder();
    let standalone = await Standalone.start({ dataDir: folder });
    const clientOf = ({ origin, token }: Standalone) => new Client(origin, { authorization: `Bearer ${token}` });
    try {
      const before = await clientOf(standalone).createKnowledgeBox();
      await before.createResource({ title: 'Before' });
      const { cursor } = await follow(before);
      const rid = await before.createResource({ title: 'Meanwhile' });
      await standalone.stop();
      standalone = await Standalone.start({ dataDir: folder });
      const kb = before.as(clientOf(standalone));
      expect(idsOf((await changesOf(kb, { cursor })).changes)).toEqual([rid]);
      const sql = `insert into knowledge_box.change_floors select kbid, max(seq) from knowledge_box.changes group by kbid`;
      await inDatabase(folder, (database) => database.query(sql));
      const refused = await kb.client.send('GET', `${kb.path}/changes?cursor=${cursor}`);
      expect([refused.status, refused.body]).toEqual([412, { detail: expect.stringContaining('no longer kept') }]);
    } finally {
      await standalone.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
