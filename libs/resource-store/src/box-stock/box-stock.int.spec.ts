import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { boxRow } from '../../fixtures/box-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { AccountBlockRepository } from '../account-block/account-block.repository';
import { AccountBlocks } from '../account-block/account-blocks';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { KnowledgeBoxRepository } from '../knowledge-box/knowledge-box.repository';
import { type Addition, BoxStock } from './box-stock';

const RESOURCES = 'storage_limit_max_resources_per_kb';
const BYTES = 'storage_limit_max_bytes_per_kb';

describe('What a knowledge box may store', () => {
  let world: RowsWorld;
  let stock: BoxStock;
  let kbid: string;
  let limits: Readonly<Record<string, number>>;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    limits = {};
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
    stock = newStock();
  });
  afterAll(() => world.stop());

  /** Of a process that has not heard of the limits. */
  function newStock(): BoxStock {
    const bus = Object.assign(new InProcessBus(), { request: async () => ({ id: kbid, slug: 'acme', limits }) });
    const boxes = new KnowledgeBoxRepository(world.transactions);
    return new BoxStock(boxes, new AccountBlocks(world.transactions, new AccountBlockRepository(), bus));
  }

  let number = 0;
  /** Stores a resource with a text, as a request does. */
  async function store(text: string, fail = false): Promise<void> {
    const bounds = (await stock.limitsOf(kbid)) ?? {};
    const adding: Addition = { resources: 1, bytes: text.length };
    const id = String((number += 1)).padStart(32, '0');
    await world.transactions.run(async (tx) => {
      await stock.admit(kbid, { adding, limits: bounds }, tx);
      await tx.query(
        `INSERT INTO knowledge_box.fields (kbid, rid, letter, id, value, status, errors, seqid, content_seqid)
          VALUES ($1, $2, 't', 'a', $3, 'PENDING', '[]', 1, 1)`,
        [kbid, id, { body: text, format: 'PLAIN' }],
      );
      if (fail) throw new Error('no');
    });
  }
  const outcome = (work: Promise<void>) =>
    work.then(
      () => 'stored',
      (error: Error) => error.message,
    );
  /** As if the box had been counted before. */
  const later = (interval: string) =>
    world.dataSource.query(`UPDATE knowledge_box.box_stocks SET counted_at = counted_at - interval '${interval}'`);

  it('is not asked about where the account has no limit', async () => {
    expect(await stock.limitsOf(kbid)).toBeUndefined();
  });

  it('ends at the limit, also for twenty requests at once, and says what and how much', async () => {
    limits = { [BYTES]: 50 };
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(store('0123456789'))));
    expect(outcomes.filter((one) => one === 'stored')).toHaveLength(5);
    expect(outcomes.find((one) => one !== 'stored')).toContain(
      `holds 50 of 50 bytes of files, texts and messages (${BYTES})`,
    );
  });

  it('counts what was stored before the limit was set', async () => {
    await store('0123456789');
    await world.dataSource.query('DELETE FROM knowledge_box.box_stocks');
    limits = { [BYTES]: 15 };
    stock = newStock();
    expect(await outcome(store('0123456789'))).toContain('10 of 15');
    expect(await outcome(store('01234'))).toBe('stored');
  });

  it('does not count what was not stored', async () => {
    limits = { [BYTES]: 10 };
    expect(await outcome(store('0123456789', true))).toBe('no');
    expect(await outcome(store('0123456789'))).toBe('stored');
  });

  it('is free again after a deletion, when the full box is counted again', async () => {
    limits = { [BYTES]: 10 };
    await store('0123456789');
    await world.dataSource.query('DELETE FROM knowledge_box.fields WHERE kbid = $1', [kbid]);
    expect(await outcome(store('0'))).toContain('10 of 10');
    await later('11 seconds');
    expect(await outcome(store('0'))).toBe('stored');
  });

  it('is counted again where the clock was set back', async () => {
    limits = { [BYTES]: 10 };
    await store('0123456789');
    await later('-1 day');
    expect(await outcome(store('0'))).toContain('10 of 10');
  });

  it('stops at a number of resources, and refuses none that adds only bytes', async () => {
    limits = { [RESOURCES]: 0 };
    expect(await outcome(store('0'))).toContain(`0 of 0 resources (${RESOURCES})`);
    const bounds = (await stock.limitsOf(kbid)) ?? {};
    await world.transactions.run((tx) => stock.admit(kbid, { adding: { resources: 0, bytes: 9 }, limits: bounds }, tx));
  });
});
