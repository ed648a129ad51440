import { approximateBytes } from '@lectern/bus';
import type { DocumentPiece } from '@lectern/contracts/core';
import { LongList, LongObject, LongText } from './long';

/** Maximum size of a piece, unless a single list item is larger. */
export const PIECE_BYTES_MAX = 256 * 1024;

/** Overhead of a name besides its characters, and of an object besides its members. */
const OVERHEAD_BYTES = 4;

type Path = readonly string[];
type Pieces = AsyncGenerator<DocumentPiece>;

/**
 * The pieces of a document in order, each at most `pieceBytesMax` large. Lazy parts are read in sequence when they are
 * reached, so only one part is in memory.
 */
export async function* documentPieces(document: object, path: Path = []): Pieces {
  let members: [string, unknown][] = [];
  let bytes = 0;
  let isBegun = false;
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    const size = name.length + OVERHEAD_BYTES + pieceSize(value);
    if (members.length > 0 && bytes + size > PIECE_BYTES_MAX) {
      yield { path, members: Object.fromEntries(members) };
      [members, bytes, isBegun] = [[], 0, true];
    }
    if (size > PIECE_BYTES_MAX && isDivisible(value)) {
      yield* piecesOfValue(value, [...path, name]);
      isBegun = true;
    } else {
      members.push([name, value]);
      bytes += size;
    }
  }
  if (members.length > 0 || !isBegun) yield { path, members: Object.fromEntries(members) };
}

async function* piecesOfValue(value: object | string, path: Path): Pieces {
  if (typeof value === 'string') yield* piecesOfText(value, path);
  else if (Array.isArray(value)) yield* piecesOfItems(value, path);
  else if (value instanceof LongText) yield* all(value.read(), (text) => piecesOfText(text, path), { path, text: '' });
  else if (value instanceof LongList)
    yield* all(value.read(), (items) => piecesOfItems(items, path), { path, items: [] });
  else if (value instanceof LongObject)
    yield* all(value.read(), (members) => documentPieces(members, path), { path, members: {} });
  else yield* documentPieces(value, path);
}

/** All parts in sequence, or a marker that there are none. */
async function* all<T>(
  parts: AsyncIterable<T>,
  piecesOfPart: (part: T) => AsyncIterable<DocumentPiece> | Iterable<DocumentPiece>,
  nothing: DocumentPiece,
): Pieces {
  let isBegun = false;
  for await (const part of parts) {
    yield* piecesOfPart(part);
    isBegun = true;
  }
  if (!isBegun) yield nothing;
}

/** Never splits a surrogate pair. */
function* piecesOfText(text: string, path: Path): Generator<DocumentPiece> {
  let start = 0;
  do {
    let end = Math.min(start + PIECE_BYTES_MAX, text.length);
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end -= 1;
    yield { path, text: text.slice(start, end) };
    start = end;
  } while (start < text.length);
}

function* piecesOfItems(list: readonly unknown[], path: Path): Generator<DocumentPiece> {
  let items: unknown[] = [];
  let bytes = 0;
  for (const item of list) {
    const size = approximateBytes(item);
    if (items.length > 0 && bytes + size > PIECE_BYTES_MAX) {
      yield { path, items };
      [items, bytes] = [[], 0];
    }
    items.push(item);
    bytes += size;
  }
  yield { path, items };
}

/** Infinite for lazy values. */
function pieceSize(value: unknown): number {
  if (isLong(value)) return Infinity;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return approximateBytes(value);
  let bytes = OVERHEAD_BYTES;
  for (const [name, member] of Object.entries(value)) bytes += name.length + OVERHEAD_BYTES + pieceSize(member);
  return bytes;
}

function isDivisible(value: unknown): value is object | string {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function isLong(value: unknown): boolean {
  return value instanceof LongText || value instanceof LongList || value instanceof LongObject;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
