import type { Bus } from '@lectern/bus';
import type { EntityManager } from 'typeorm';
import type { DocumentType } from './record-owners';

/** Where documents of a box are read from. */
export interface DocumentSource {
  readonly kbid: string;
  readonly tx: EntityManager;
}

/** Where a document of a box is stored. */
export interface DocumentPlace extends DocumentSource {
  /** Whether a new box is made of a backup: what the box itself decides is restored only then. */
  readonly isRestore: boolean;
}

/** What became of a document. */
export interface StoredDocument {
  /** What is different from the file, for people. */
  readonly note?: string;
  /** Says that it changed, once that is committed. */
  readonly publish?: (bus: Bus) => void;
}

/** A kind of document that a box has besides its resources, such as its settings. */
export interface BoxDocument {
  /** Type of its items in the file. */
  readonly type: DocumentType;
  /** All of this kind, each no larger than `frame-limits.ts` says. */
  list(source: DocumentSource): AsyncIterable<unknown>;
  /** What the file says is checked like a request. @throws AppError */
  put(document: unknown, place: DocumentPlace): Promise<StoredDocument>;
}

/** All rows of a listing that is read some at a time. */
export async function* allOf<T>(page: (last: T | undefined) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let rows = await page(undefined); rows.length > 0; rows = await page(rows.at(-1))) yield* rows;
}
