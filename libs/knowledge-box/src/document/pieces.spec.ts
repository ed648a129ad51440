import { assembled } from '@lectern/contracts/core';
import { approximateBytes } from '@lectern/bus';
import type { DocumentPiece } from '@lectern/contracts/core';
import fc from 'fast-check';
import { LongList, LongObject, LongText } from './long';
import { PIECE_BYTES_MAX, documentPieces } from './pieces';

async function* each<T>(...parts: readonly T[]): AsyncGenerator<T> {
  yield* parts;
}

async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function listed(document: object): Promise<readonly DocumentPiece[]> {
  return collected(documentPieces(document));
}

const LARGE = 'moon '.repeat(PIECE_BYTES_MAX);

describe('pieces of a document', () => {
  it('are one while it is small', async () => {
    const document = { id: 'a', left: undefined, data: { texts: { b: [1, { c: 'd' }] } }, nothing: null };
    expect(await listed(document)).toEqual([{ path: [], members: { id: 'a', data: document.data, nothing: null } }]);
    expect(await listed({})).toEqual([{ path: [], members: {} }]);
  });

  it('keep the order of members', async () => {
    const document = {
      id: 'a',
      data: { texts: { long: new LongText(() => each('to be ', 'continued')) } },
      last: true,
    };
    expect(await listed(document)).toEqual([
      { path: [], members: { id: 'a' } },
      { path: ['data', 'texts', 'long'], text: 'to be ' },
      { path: ['data', 'texts', 'long'], text: 'continued' },
      { path: [], members: { last: true } },
    ]);
  });

  it('show that what is read is empty', async () => {
    const document = {
      text: new LongText(() => each<string>()),
      list: new LongList(() => each<readonly number[]>()),
      object: new LongObject(() => each<Record<string, number>>()),
    };
    expect(await listed(document)).toEqual([
      { path: ['text'], text: '' },
      { path: ['list'], items: [] },
      { path: ['object'], members: {} },
    ]);
  });

  it('read nothing before its turn', async () => {
    const read: string[] = [];
    const part = (name: string) =>
      new LongText(async function* () {
        read.push(name);
        yield LARGE;
      });
    const pieces = documentPieces({ a: part('a'), object: new LongObject(() => each({ b: part('b') })) });
    expect(read).toEqual([]);
    await pieces.next();
    expect(read).toEqual(['a']);
    await pieces.return(undefined);
    expect(read).toEqual(['a']);
  });

  it('are small, whatever is large: texts, lists, objects', async () => {
    const document = {
      text: LARGE,
      list: Array.from({ length: 1_000 }, (_, i) => `${i}`.repeat(1_000)),
      object: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`member-${i}`, { text: 'x'.repeat(1_000) }])),
      read: new LongList(() => each([LARGE.slice(0, 200_000), LARGE.slice(0, 200_000)])),
    };
    const pieces = await listed(document);
    for (const { members, items, text } of pieces)
      expect(approximateBytes(members ?? items ?? text)).toBeLessThanOrEqual(PIECE_BYTES_MAX + 10_000);
    expect(await assembled(each(...pieces))).toEqual({
      ...document,
      read: [LARGE.slice(0, 200_000), LARGE.slice(0, 200_000)],
    });
  });

  it('never cut a character', async () => {
    const text = `x${'🌙'.repeat(PIECE_BYTES_MAX)}`;
    for (const { text: part } of await listed({ text })) expect(part?.isWellFormed()).toBe(true);
    expect(await assembled(documentPieces({ text }))).toEqual({ text });
  });

  it('make the same document again, whatever of it is read later', async () => {
    const small = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.jsonValue({ maxDepth: 1 }), tie('text'), tie('list'), tie('object')),
      text: fc.array(fc.string()).map((parts) => new LongText(() => each(...parts))),
      list: fc.array(fc.array(fc.integer())).map((parts) => new LongList(() => each(...parts))),
      object: fc
        .dictionary(
          fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
          tie('value'),
        )
        .map(
          (members) => new LongObject(() => each(...Object.entries(members).map(([name, one]) => ({ [name]: one })))),
        ),
    }));
    const documents = fc.array(small.value, { maxLength: 5 }).map((values) => ({ ...values }));
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        expect(await assembled(documentPieces(document))).toEqual(await settled(document));
      }),
    );
  });
});

/** The value with all lazy parts read. */
async function settled(value: unknown): Promise<unknown> {
  if (value instanceof LongText) return (await collected(value.read())).join('');
  if (value instanceof LongList) return (await collected(value.read())).flat();
  if (value instanceof LongObject) return settled(Object.assign({}, ...(await collected(value.read()))));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(async ([name, member]) => [name, await settled(member)] as const);
  return Object.fromEntries(await Promise.all(members));
}
