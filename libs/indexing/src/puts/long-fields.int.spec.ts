import { setTimeout as sleep } from 'node:timers/promises';
import { type KeywordRecord, pagesOf } from '@lectern/contracts/core';
import {
  bytesOf,
  ExtractedFieldEntity,
  FieldContentRepository,
  FieldVectorsEntity,
  PARAGRAPHS_PER_PART,
  partRange,
  partsOf,
  PassageRepository,
  ResourceEntity,
} from '@lectern/resource-store';
import { longestBlockMs } from '@lectern/testing';
import { IndexWorld } from '../../fixtures/index-world';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { type LongField, LongFields } from './long-fields';

const RID = '1'.padStart(32, '0');
const MODEL = { id: 'tiny', dimensions: 8 };
/** Distinguishes seconds from milliseconds on any machine. */
const TURN_MS_MAX = 1_000;
/** Every third is outside the basic plane, so that code points and characters differ. */
const sentenceOf = (i: number) => `${i % 3 === 0 ? '😀' : 'No'} ibex climbs rock ${i}.`;

describe('a resource that is put page by page', () => {
  let world: IndexWorld;
  let long: LongFields;
  let kbid: string;

  beforeAll(async () => {
    world = await IndexWorld.start();
    const { transactions, resources } = world;
    long = new LongFields(transactions, resources, new FieldContentRepository(), new PassageRepository());
  });
  beforeEach(async () => (kbid = await world.newBox()));
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const table of ['field_vectors', 'extracted_fields', 'resources'])
      await world.dataSource.query(`DELETE FROM knowledge_box.${table}`);
  });
  afterAll(() => world.stop());

  async function newResource(ids: readonly string[], count: number): Promise<void> {
    await world.newResource(kbid, { rid: RID });
    await world.dataSource.manager.delete(ExtractedFieldEntity, { rid: RID });
    const sentences = Array.from({ length: count }, (_, i) => sentenceOf(i));
    let end = -1;
    const paragraphs = sentences.map((sentence) => {
      const start = end + 1;
      end = start + [...sentence].length;
      return paragraph(start, end);
    });
    for (const id of ids) {
      const field = { kbid, rid: RID, letter: 't' as const, id, seqid: 1, extractedAt: new Date() };
      const content = { text: sentences.join('\n'), paragraphs, understood };
      await world.dataSource.manager.insert(ExtractedFieldEntity, { ...field, ...content } as object);
    }
  }

  async function embed(id: string, parts: readonly number[], count: number): Promise<void> {
    await world.dataSource.query(
      `INSERT INTO knowledge_box.vectorsets VALUES ($1, $2, 8, now()) ON CONFLICT DO NOTHING`,
      [kbid, MODEL.id],
    );
    for (const part of parts) {
      const { from, count: own } = partRange(part, count);
      const vectors = Array.from({ length: own }, (_, i) => unit(from + i));
      const row = { kbid, rid: RID, letter: 't', id, vectorset: MODEL.id, part, seqid: 1, vectors: bytesOf(vectors) };
      await world.dataSource.manager.insert(FieldVectorsEntity, row as object);
    }
  }

  const putRecords = () => {
    const put = world.keywords.put.bind(world.keywords);
    const records: KeywordRecord[] = [];
    jest.spyOn(world.keywords, 'put').mockImplementation((box, some) => {
      records.push(...some);
      return put(box, some);
    });
    return records;
  };

  it('has in the keyword index what it has when it is put as a whole', async () => {
    await newResource(['a', 'b'], 3_000);
    const records = putRecords();
    await world.indexes.put(await world.load(kbid, RID));
    await world.indexes.putLong({ kbid, rid: RID });
    const [whole, paged] = await Promise.all(records.map(({ paragraphs }) => allOf(pagesOf(paragraphs))));
    expect(paged?.things).toEqual(whole?.things);
    expect([whole?.pages, paged?.things.length]).toEqual([1, 6_001]);
    for (const length of paged?.sizes ?? []) expect(length).toBeLessThanOrEqual(3_000);
    expect(paged?.pages).toBeGreaterThan(4);
    const { resources } = await world.keywords.scroll(kbid, 10);
    expect(resources).toEqual([{ rid: RID, version: 2, paragraphs: 6_001 }]);
  });

  it('has in the vector index the vectors that are stored, each with its paragraph', async () => {
    const count = 5_000;
    await newResource(['a', 'b'], count);
    const parts = Array.from({ length: partsOf(count) }, (_, part) => part);
    await embed('a', parts, count);
    await embed('b', [3, 40], count);
    await world.indexes.putLongVectors({ kbid, rid: RID }, MODEL);
    const { resources } = await world.vectors.scroll({ kbid, ...MODEL }, 10);
    expect(resources).toEqual([{ rid: RID, version: 2, vectors: count + 2 * PARAGRAPHS_PER_PART }]);
    const { fields } = (await long.find({ kbid, rid: RID })) ?? { fields: [] };
    const [a] = fields;
    for (const i of [0, 63, 64, 2_047, 2_048, 4_999]) {
      const [hit] = await world.vectors.search(
        { kbid, ...MODEL },
        { vector: unit(i), limit: 1, filter: { fields: ['t/a'] } },
      );
      expect(hit?.id).toBe(a && (await idOf(a, i)));
    }
  });

  it('keeps nobody waiting while two million characters are put, with their vectors', async () => {
    const count = 70_000;
    await newResource(['a'], count);
    await embed(
      'a',
      Array.from({ length: partsOf(count) }, (_, part) => part),
      count,
    );
    const idleMs = await longestBlockMs(() => sleep(500));
    const busyMs = await longestBlockMs(async () => {
      await world.indexes.putLong({ kbid, rid: RID });
      await world.indexes.putLongVectors({ kbid, rid: RID }, MODEL);
    });
    // Creating all rows at once would take seconds.
    expect(busyMs).toBeLessThan(TURN_MS_MAX + 10 * idleMs);
    expect((await world.keywords.count(kbid)).paragraphs).toBe(count + 1);
  }, 120_000);

  it('is put again when it was changed, and not read on when its text was', async () => {
    await newResource(['a'], 3_000);
    const [field] = (await long.find({ kbid, rid: RID }))?.fields ?? [];
    const pages = long
      .textsOf([field as LongField])(field as LongField)
      [Symbol.asyncIterator]();
    await pages.next();
    await world.dataSource.query('UPDATE knowledge_box.extracted_fields SET seqid = 2');
    await expect(pages.next()).rejects.toMatchObject({ code: 'unavailable' });
    world.keywords.afterPut = async () => {
      world.keywords.afterPut = async () => undefined;
      await world.dataSource.manager.update(ResourceEntity, { id: RID }, { version: 3 });
    };
    expect((await world.indexes.putLong({ kbid, rid: RID }))?.resource.version).toBe(3);
  });

  it('is taken out when it was deleted meanwhile', async () => {
    await newResource(['a'], 300);
    world.keywords.afterPut = async () => {
      world.keywords.afterPut = async () => undefined;
      await world.changes.delete({ kbid, rid: RID }, 'ann', async () => []);
    };
    expect(await world.indexes.putLong({ kbid, rid: RID })).toBeUndefined();
    expect(await world.heldIds(kbid)).toEqual([]);
    expect(await world.indexes.putLong({ kbid, rid: RID })).toBeUndefined();
  });

  async function idOf(field: LongField, i: number): Promise<string> {
    const portion = { from: i, count: 1 };
    const [one] = await new FieldContentRepository().paragraphsPart(field, portion, world.dataSource.manager);
    return `${RID}/t/${field.id}/${one?.start}-${one?.end}`;
  }
});

/** A different direction for each number. */
function unit(i: number): Float32Array {
  const values = Array.from({ length: MODEL.dimensions }, (_, d) => Math.sin((i + 1) * (d + 1.3)));
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

async function allOf<T>(pages: AsyncIterable<Iterable<T>> | Iterable<Iterable<T>>) {
  const things: T[] = [];
  const sizes: number[] = [];
  for await (const page of pages) {
    const own = [...page];
    things.push(...own);
    sizes.push(own.length);
  }
  return { things, sizes, pages: sizes.length };
}
