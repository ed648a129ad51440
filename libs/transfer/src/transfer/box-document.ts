import type { Bus } from '@lectern/bus';
import type { EntityManager } from 'typeorm';
import type { DocumentType } from './record-owners';

/** The source of a box's documents. */
export interface DocumentSource {
  readonly kbid: string;
  readonly tx: EntityManager;
}

/** The destination of a box's document. */
export interface DocumentTarget extends DocumentSource {
  /** Whether a backup is restored to a new box; the box's own settings are restored only then. */
  readonly isRestore: boolean;
}

/** The result of storing a document. */
export interface StoredDocument {
  /** Difference from the file, as text for users. */
  readonly note?: string;
  /** Publishes the change after the commit. */
  readonly publish?: (bus: Bus) => void;
}

/** A kind of document in a box besides its resources, such as its settings. */
export interface BoxDocument {
  /** Type of its items in the file. */
  readonly type: DocumentType;
  /** All documents of this kind, each within the limits of `frame-limits.ts`. */
  list(source: DocumentSource): AsyncIterable<unknown>;
  /** The document is validated like a request. @throws AppError */
  put(document: unknown, target: DocumentTarget): Promise<StoredDocument>;
}

/** All rows of a paginated listing. */
export async function* allOf<T>(page: (last: T | undefined) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let rows = await page(undefined); rows.length > 0; rows = await page(rows.at(-1))) yield* rows;
}
