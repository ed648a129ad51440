import { type Principal, validate } from '@lectern/contracts/core';
import { LinkFieldPayload, type ProcessingStatusQuery, processResource } from '@lectern/contracts/knowledge-box';
import { newLinkField, WaitingResourceRepository } from '@lectern/resource-store';
import { IndexWorld } from '../../../indexing/fixtures/index-world';
import { BacklogCounts } from './backlog-counts';
import { ProcessingStatusService } from './processing-status.service';

const rid = (n: number) => n.toString(16).padStart(32, '0');
const reader: Principal = { kind: 'sa', id: 'reader', roles: ['READER', 'SMEMBER'] };
const guest: Principal = { kind: 'user', id: 'guest', roles: ['READER'] };

describe('the processing status of a knowledge box', () => {
  let world: IndexWorld;
  let kbid: string;
  let status: ProcessingStatusService;

  beforeAll(async () => {
    world = await IndexWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    kbid = await world.newBox();
    const resources = new WaitingResourceRepository();
    const backlog = new BacklogCounts(world.transactions, resources);
    status = new ProcessingStatusService(world.transactions, resources, world.fields, world.tasks, backlog);
  });
  afterEach(async () => {
    for (const table of ['knowledge_box_tasks.job', 'unembedded_fields', 'extracted_fields', 'fields', 'resources'])
      await world.dataSource.query(`DELETE FROM ${table}`);
  });

  const list = (query: Partial<ProcessingStatusQuery> = {}, principal = reader) =>
    status.list(kbid, { limit: 20, ...query }, principal);
  const idsOf = async (query?: Partial<ProcessingStatusQuery>, principal?: Principal) =>
    (await list(query, principal)).results.map(({ resource_id: id }) => id);
  const setJobs = (values: string, key: string) =>
    world.dataSource.query(`UPDATE knowledge_box_tasks.job SET ${values} WHERE key = $1`, [key]);

  async function newResource(n: number, columns = `status = 'PENDING'`, box = kbid): Promise<void> {
    await world.newResource(box, { rid: rid(n) });
    await world.dataSource.query(`UPDATE resources SET ${columns} WHERE id = $1`, [rid(n)]);
  }
  const toEmbed = (n: number) =>
    world.dataSource.query(`INSERT INTO unembedded_fields VALUES ($1, $2, 't', 'a', 1, 'model')`, [kbid, rid(n)]);
  const toProcess = (...numbers: readonly number[]) =>
    world.transactions.run((tx) =>
      world.ingest.process(
        numbers.map((n) => ({ kbid, rid: rid(n) })),
        tx,
      ),
    );

  it('has what waits for its words or its meaning, once each, and nothing of other boxes', async () => {
    await newResource(1);
    await newResource(2, `status = 'PROCESSED'`);
    await newResource(3);
    await newResource(4, `status = 'PROCESSED'`);
    await newResource(5, `status = 'PENDING'`, await world.newBox());
    await toEmbed(2);
    await toEmbed(3);
    await toProcess(1, 3);
    const { results, waiting, cursor } = await list();
    expect(results).toMatchObject([
      { resource_id: rid(1), waits_for: 'words', scheduled: true, schedule_order: 1 },
      { resource_id: rid(2), waits_for: 'meaning', scheduled: true, schedule_order: 0 },
      { resource_id: rid(3), waits_for: 'words', scheduled: true, schedule_order: 2 },
    ]);
    expect([waiting.words.waiting, waiting.meaning.waiting, cursor]).toEqual([2, 2, null]);
  });

  it('tells what runs from what waits', async () => {
    for (const n of [1, 2, 3]) await newResource(n);
    await toProcess(1, 2);
    const link = newLinkField('a', validate(LinkFieldPayload, { uri: 'https://example.org/' }), new Date());
    await world.transactions.run((tx) => world.ingest.understand({ kbid, rid: rid(3) }, [link], { tx }));
    await setJobs(`locked_by = 'w', attempts = 1`, `process:${kbid}/${rid(2)}`);
    await setJobs(`locked_by = 'w', attempts = 1`, `field:${kbid}/${rid(3)}/u/a`);
    expect([await idsOf({ scheduled: true }), await idsOf({ scheduled: false })]).toEqual([[rid(1)], [rid(2), rid(3)]]);
    expect(await idsOf({ scheduled: false, limit: 1, cursor: rid(2) })).toEqual([rid(3)]);
  });

  it('has what was given up, until it is done', async () => {
    await newResource(1, `status = 'ERROR'`);
    await toProcess(1);
    await setJobs('attempts = attempts_max', `process:${kbid}/${rid(1)}`);
    expect((await list({ scheduled: false })).results).toMatchObject([
      { resource_id: rid(1), failed: true, retries: processResource.attemptsMax, waits_for: 'words' },
    ]);
    expect(await idsOf({ scheduled: true })).toEqual([]);
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    expect(await idsOf()).toEqual([]);
  });

  it('drops what was deleted', async () => {
    await toProcess(1);
    await setJobs('attempts = attempts_max', `process:${kbid}/${rid(1)}`);
    await toEmbed(2);
    expect(await idsOf()).toEqual([]);
  });

  it('comes in pages', async () => {
    for (const n of [1, 2, 3, 4, 5]) await newResource(n, `status = '${n % 2 ? 'PENDING' : 'PROCESSED'}'`);
    for (const n of [2, 4, 5]) await toEmbed(n);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.cursor ?? '' });
    const third = await list({ limit: 2, cursor: second.cursor ?? '' });
    const pages = [first, second, third].map(({ results }) => results.map(({ resource_id: id }) => id));
    expect([pages, third.cursor]).toEqual([[[rid(1), rid(2)], [rid(3), rid(4)], [rid(5)]], null]);
  });

  it('shows and counts what is public only to those who have no role', async () => {
    await newResource(1);
    await newResource(2, `status = 'PENDING', hidden = true`);
    await newResource(3, `status = 'PROCESSED', access_groups = '{hr}'`);
    await newResource(4, `status = 'PROCESSED'`);
    for (const n of [3, 4]) await toEmbed(n);
    expect(await idsOf()).toEqual([rid(1), rid(2), rid(3), rid(4)]);
    const { results, waiting } = await list({}, guest);
    expect(results.map(({ resource_id: id }) => id)).toEqual([rid(1), rid(4)]);
    expect(waiting).toMatchObject({ words: { waiting: 1 }, meaning: { waiting: 1 } });
  });
});
