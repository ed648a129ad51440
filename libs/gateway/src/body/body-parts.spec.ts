import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { BodyParts } from './body-parts';

/** A body that comes in these chunks, and may break off after them. */
function bodyOf(chunks: readonly Buffer[], error?: Error): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    yield* chunks;
    if (error) throw error;
  }
  return Readable.from(read());
}

async function read(parts: BodyParts): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (let part = await parts.next(); part; part = await parts.next()) all.push(await buffer(part));
  return all;
}

const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((array) => Buffer.from(array));

describe('a body in parts', () => {
  it('is all of it in order, in full parts but for the last, however its chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), async (chunks, size) => {
        const parts = new BodyParts(bodyOf(chunks), size);
        const all = await read(parts);
        expect(Buffer.concat(all)).toEqual(Buffer.concat(chunks));
        expect(all.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        expect((all.at(-1)?.length ?? 1) > 0).toBe(true);
        expect(parts.failure).toBeUndefined();
      }),
      { seed: 11 },
    );
  });

  it('keeps what came before it broke off', async () => {
    const error = new Error('cut');
    const parts = new BodyParts(bodyOf([Buffer.from('abcd'), Buffer.from('ef')], error), 4);
    expect((await read(parts)).map(String)).toEqual(['abcd', 'ef']);
    expect(parts.failure).toEqual({ error });
  });
});
