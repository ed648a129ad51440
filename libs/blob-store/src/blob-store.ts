import type { Readable } from 'node:stream';

/** A stored blob. */
export interface BlobInfo {
  /** Size of the content. */
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly md5: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Both ends inclusive, from 0. */
export interface ByteRange {
  /** First byte. */
  readonly start: number;
  /** Last byte. */
  readonly end: number;
}

/** A blob in a list. */
export interface ListedBlob {
  /** Its key. */
  readonly key: string;
  /** Size of the content. */
  readonly sizeBytes: number;
  /** Time of the write; in some stores, time when the write began. */
  readonly modified: Date;
}

/** Largest page of a list. */
export const BLOBS_PER_PAGE = 1_000;

/** How a client should present the blob. */
export interface BlobPresentation {
  /** Media type, as in `Content-Type`. */
  readonly contentType: string;
  /** As in `Content-Disposition`. */
  readonly disposition: string;
}

/**
 * Immutable bytes by key. Keys are `/`-separated segments of at most 200 letters, digits, `.`, `_` and `-` that do not
 * begin with a dot, at most 900 characters in total; no key is a folder of another key (`a` and `a/b`).
 */
export abstract class BlobStore {
  /**
   * Streams `content` to `key`; nothing is visible under `key` until every byte is durable, and a failure leaves
   * nothing behind. An existing blob is replaced. `content` is destroyed when it cannot be stored.
   *
   * @throws AppError `too_large` past `sizeBytesMax`, `storage_full` when there is no room, `unavailable`; the
   * error of `content`; Error for an invalid `key`
   */
  abstract write(key: string, content: Readable, limits: { readonly sizeBytesMax: number }): Promise<BlobInfo>;

  /**
   * The blob's bytes, or those of a range; a range that extends past the last byte ends there. The stream must be read
   * to its end or destroyed. A blob that is deleted during the read can still be read to its end.
   *
   * @throws AppError `not_found`, `unavailable`
   */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /** @throws AppError `not_found` */
  abstract stat(key: string): Promise<{ readonly sizeBytes: number }>;

  /**
   * A temporary link for clients without credentials, which supports ranges; `undefined` if the store serves only this
   * process. Does not check whether the blob exists.
   */
  abstract link(key: string, presentation: BlobPresentation): Promise<string | undefined>;

  /**
   * All blobs, in pages of at most `BLOBS_PER_PAGE`, in a stable order; with `after`, the last key of an earlier page,
   * only those after it. Blobs written or removed during the listing may or may not be included.
   *
   * @throws AppError `unavailable`
   */
  abstract list(after?: string): AsyncIterable<readonly ListedBlob[]>;

  /** Removing a missing blob is not an error. */
  abstract delete(key: string): Promise<void>;

  /** Removes everything whose key begins with `prefix`, a key and `/`. */
  abstract deleteAll(prefix: string): Promise<void>;

  /** @throws AppError `unavailable` with the reason when a write would fail */
  abstract check(): Promise<void>;

  /** Closes connections; no data is lost. */
  abstract close(): void;
}
