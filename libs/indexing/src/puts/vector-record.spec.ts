import { type IndexedVector, pagesOf, type VectorRecord } from '@lectern/contracts/core';
import { bytesOf, type FieldVectorsEntity, PARAGRAPHS_PER_PART } from '@lectern/resource-store';
import fc from 'fast-check';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import type { VectorPage } from './long-fields';
import { type IndexedParagraphs, longVectorRecord, vectorRecord } from './vector-record';

const RID = 'a'.repeat(32);
const resource = resourceRow('box', RID, { accessGroups: ['/hr'] });
const key = { kbid: 'box', rid: RID, letter: 't', id: 'body' } as const;
const fieldOf = (count: number, seqid = 1): IndexedParagraphs => ({
  ...key,
  seqid,
  understood,
  extractedAt: new Date(0),
  paragraphs: Array.from({ length: count }, (_, i) => paragraph(i)),
});
/** The vector of each paragraph is its number and 1. */
const bytesFrom = (from: number, count: number) =>
  bytesOf(Array.from({ length: count }, (_, i) => Float32Array.of(from + i, 1)));
const partOf = (part: number, count: number, seqid = 1): FieldVectorsEntity => {
  const from = part * PARAGRAPHS_PER_PART;
  const own = Math.min(PARAGRAPHS_PER_PART, count - from);
  return { ...key, vectorset: 'm', part, seqid, vectors: bytesFrom(from, own) };
};

async function all({ vectors }: VectorRecord): Promise<readonly IndexedVector[]> {
  const found: IndexedVector[] = [];
  for await (const page of pagesOf(vectors)) found.push(...page);
  return found;
}

const count = fc.integer({ min: 1, max: 3 * PARAGRAPHS_PER_PART });
const partsOf = (n: number) => Array.from({ length: Math.ceil(n / PARAGRAPHS_PER_PART) }, (_, part) => part);

describe('the vectors of a resource', () => {
  it('each belong to one paragraph, as far as they are stored', async () => {
    const stored = count.chain((n) => fc.tuple(fc.constant(n), fc.subarray(partsOf(n))));
    await fc.assert(
      fc.asyncProperty(stored, async ([n, parts]) => {
        const record = vectorRecord(
          resource,
          [fieldOf(n)],
          parts.map((part) => partOf(part, n)),
        );
        const vectors = await all(record);
        expect(record.vectors.length).toBe(vectors.length);
        expect(vectors.map(({ id }) => id)).toEqual(
          vectors.map(({ vector: [start = 0] }) => `${RID}/t/body/${start}-${start + 1}`),
        );
        const numbers = Array.from({ length: n }, (_, i) => i);
        expect(vectors.map(({ vector }) => vector[0])).toEqual(
          numbers.filter((i) => parts.includes(Math.floor(i / PARAGRAPHS_PER_PART))),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('are not those of other paragraphs than the present ones, nor of other fields', async () => {
    const [present, earlier] = [partOf(0, 2, 2), partOf(0, 2, 1)];
    expect(await all(vectorRecord(resource, [fieldOf(2, 2)], [earlier]))).toEqual([]);
    expect(await all(vectorRecord(resource, [fieldOf(2, 2)], [{ ...present, id: 'other' }]))).toEqual([]);
    expect(await all(vectorRecord(resource, [fieldOf(2, 2)], [earlier, present]))).toHaveLength(2);
  });

  it('have what they are filtered by', async () => {
    const own = {
      ...fieldOf(2),
      paragraphs: [
        { ...paragraph(0), language: '' },
        { ...paragraph(1), language: 'de' },
      ],
    };
    const record = vectorRecord(resource, [own], [partOf(0, 2)]);
    expect(record.resource).toMatchObject({ rid: RID, version: 2, groups: ['hr'] });
    expect(await all(record)).toMatchObject([
      { field: 't/body', language: 'en', labels: ['/mt/text/plain', '/k/text'] },
      { field: 't/body', language: 'de', labels: ['/mt/text/plain', '/k/text'] },
    ]);
  });

  it('are the same when they are read page by page', async () => {
    await fc.assert(
      fc.asyncProperty(count, fc.integer({ min: 1, max: 100 }), async (n, size) => {
        const field = fieldOf(n);
        async function* pages(): AsyncGenerator<VectorPage> {
          for (let from = 0; from < n; from += size) {
            const paragraphs = field.paragraphs.slice(from, from + size);
            yield { paragraphs, vectors: bytesFrom(from, paragraphs.length) };
          }
        }
        const long = longVectorRecord(
          resource,
          [{ ...field, seqid: String(field.seqid), count: n, bytes: 1, embedded: n }],
          pages,
        );
        const short = vectorRecord(
          resource,
          [field],
          partsOf(n).map((part) => partOf(part, n)),
        );
        expect([long.vectors.length, await all(long)]).toEqual([n, await all(short)]);
      }),
      { numRuns: 30 },
    );
  });
});
