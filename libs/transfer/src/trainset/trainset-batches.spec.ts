import { trainsetBatches } from './trainset-batches';

async function written(items: readonly (Uint8Array | undefined)[], size: number) {
  async function* all() {
    yield* items;
  }
  const chunks: (Uint8Array | undefined)[] = [];
  for await (const { bytes } of trainsetBatches(all(), size)) chunks.push(bytes);
  return chunks;
}

/** Lengths of the messages in a stream. */
function lengths(chunks: readonly (Uint8Array | undefined)[]): number[] {
  const bytes = Buffer.concat(chunks.filter((chunk) => chunk !== undefined));
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) found.push(bytes.readUInt32BE(at));
  return found;
}

const item = (bytes: number) => new Uint8Array(bytes);

describe('batches', () => {
  it('have so many items, the last one what is left, and none is empty', async () => {
    expect(lengths(await written([item(1), item(2), item(3)], 2))).toEqual([2 + 1 + 2 + 2, 2 + 3]);
    expect(lengths(await written([item(1), item(1)], 2))).toEqual([6]);
    expect(await written([], 2)).toEqual([]);
  });

  it('end early when they are large, and travel in pieces', async () => {
    const chunks = await written([item(900_000), item(200_000), item(5)], 100);
    expect(lengths(chunks)).toEqual([1_100_000 + 8, 7]);
    expect(Math.max(...chunks.map((chunk) => chunk?.length ?? 0))).toBe(256 * 1024);
  });

  it('let signs of life pass', async () => {
    const chunks = await written([undefined, item(1), undefined], 5);
    expect(chunks.map((chunk) => chunk?.length)).toEqual([undefined, undefined, 4, 3]);
  });
});
