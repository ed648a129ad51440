import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type AnySequence, pagesOf } from '@lectern/contracts/core';
import type { Schema, Table as ArrowTable } from 'apache-arrow';
import { type Row, toArrow } from './arrow-rows';
import { valueBytes } from '@lectern/index-engine';

/** Approximate size of one commit. */
const BYTES_PER_PAGE_MAX = 4 * 2 ** 20;
/** Size of the rows created per turn of the event loop: about 10 ms with the analysis of their words. */
const BYTES_PER_PIECE_MAX = 256 * 2 ** 10;

/** Rows of one commit of a write. */
export interface RowPage {
  readonly rows: ArrowTable;
  /** Whether there may be more. */
  readonly full: boolean;
}

/** New rows in pages of limited size. Rows are created on demand, and other work gets a turn in between. */
export async function* addedPages(
  schema: Schema,
  resources: Iterable<AnySequence<Row>>,
  write: number,
): AsyncGenerator<RowPage> {
  let pieces: ArrowTable[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const piece of rowPieces(resources)) {
    if (!isFirst) await yieldToOthers();
    isFirst = false;
    const written = piece.rows.map((row): Row => ({ ...row, write }));
    pieces.push(toArrow(schema, written));
    bytes += piece.bytes;
    if (bytes < BYTES_PER_PAGE_MAX) continue;
    yield { rows: joinedTables(pieces), full: true };
    [pieces, bytes] = [[], 0];
  }
  if (pieces.length > 0) yield { rows: joinedTables(pieces), full: false };
}

/** Concatenates tables. */
export function joinedTables([first, ...others]: readonly ArrowTable[]): ArrowTable {
  if (!first) throw new RangeError('A page has rows');
  return first.concat(...others);
}

async function* rowPieces(
  resources: Iterable<AnySequence<Row>>,
): AsyncGenerator<{ readonly rows: Row[]; readonly bytes: number }> {
  let [piece, bytes]: [Row[], number] = [[], 0];
  for (const rows of resources)
    for await (const page of pagesOf(rows))
      for (const row of page) {
        piece.push(row);
        bytes += valueBytes(row);
        if (bytes < BYTES_PER_PIECE_MAX) continue;
        yield { rows: piece, bytes };
        [piece, bytes] = [[], 0];
      }
  if (piece.length > 0) yield { rows: piece, bytes };
}
