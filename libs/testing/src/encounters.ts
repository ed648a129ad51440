import type { FaultyProxy } from './servers/faulty-proxy';

/** A resource as stored in a database: every change raises its version. */
export interface IndexedRow {
  readonly n: number;
  readonly version: number;
  /** The version in which its parts were created. */
  readonly content: number;
  readonly parts: number;
  readonly isDeleted: boolean;
}

/** One process that writes an index of such rows. */
export interface RowWriter {
  put(row: IndexedRow): Promise<void>;
  update(row: IndexedRow): Promise<void>;
  delete(row: IndexedRow): Promise<void>;
}

type Row = Omit<IndexedRow, 'n'>;
type Write = readonly [kind: keyof RowWriter, row: Row];

/** Two processes write one resource: while the first is held at some point, the second does all its work. */
export interface Encounter {
  readonly name: string;
  readonly first: Write;
  readonly second: Write;
}

const before: Row = { version: 3, content: 3, parts: 4, isDeleted: false };
const shorter: Row = { ...before, version: 4, content: 4, parts: 2 };
const longer: Row = { ...before, version: 4, content: 4, parts: 6 };
const next = (row: Row): Row => ({ ...row, version: row.version + 1 });
const deleted = (row: Row): Row => ({ ...next(row), isDeleted: true });

export const encounters: readonly Encounter[] = [
  encounter('an update meets a newer put', ['update', next(before)], ['put', next(shorter)]),
  encounter('an update meets a longer put of its version', ['update', next(longer)], ['put', next(longer)]),
  encounter('an update meets a shorter put of its version', ['update', next(shorter)], ['put', next(shorter)]),
  encounter('an update meets an older put', ['update', next(shorter)], ['put', shorter]),
  encounter('an update meets a newer update', ['update', next(before)], ['update', next(next(before))]),
  encounter('an update meets the same update', ['update', next(before)], ['update', next(before)]),
  encounter('an update meets a deletion', ['update', next(before)], ['delete', deleted(next(before))]),
  encounter('a shorter put meets a newer update', ['put', shorter], ['update', next(shorter)]),
  encounter('a longer put meets a newer update', ['put', longer], ['update', next(longer)]),
  encounter('a shorter put meets an update of its version', ['put', shorter], ['update', shorter]),
  encounter('a longer put meets an update of its version', ['put', longer], ['update', longer]),
  encounter('a put meets an older update', ['put', next(shorter)], ['update', next(before)]),
  encounter('a deletion meets an older update', ['delete', deleted(next(before))], ['update', next(before)]),
];

export interface Meeting {
  readonly n: number;
  /** Number, from 1, of the request before which the first writer is held. */
  readonly heldAt: number;
  /** Whether the first writer is killed there, so that the second one repeats its work. */
  readonly isKilled: boolean;
}

interface Writers {
  readonly first: RowWriter;
  readonly second: RowWriter;
  /** The only way from the first writer to the index. */
  readonly proxy: FaultyProxy;
}

/**
 * Lets two writers meet over resource `n`, as tasks do: a failed write is repeated with the current row, and a put is
 * repeated when the row is newer than the put.
 *
 * @returns what the index must hold
 */
export async function meet(
  { first: [kind, row], second: [otherKind, otherRow] }: Encounter,
  { first, second, proxy }: Writers,
  { n, heldAt, isKilled }: Meeting,
): Promise<IndexedRow> {
  const newest = { ...(otherRow.version > row.version ? otherRow : row), n };
  const again = (repeated: keyof RowWriter) => second[newest.isDeleted ? 'delete' : repeated](newest);
  await second.put({ ...before, n });
  const reached = proxy.holdAt(heldAt);
  const done = Promise.allSettled([first[kind]({ ...row, n })]);
  await Promise.race([reached, done]);
  await second[otherKind]({ ...otherRow, n });
  if (otherKind === 'put' && otherRow.version < newest.version) await again('put');
  if (isKilled) proxy.cut();
  else proxy.release();
  const [{ status }] = await done;
  if (status === 'rejected') await again(kind);
  else if (kind === 'put' && row.version < newest.version) await again('put');
  return newest;
}

function encounter(name: string, first: Write, second: Write): Encounter {
  return { name, first, second };
}
