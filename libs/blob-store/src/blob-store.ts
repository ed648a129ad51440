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

/** A blob as it is listed. */
export interface ListedBlob {
  /** Its key. */
  readonly key: string;
  /** Size of the content. */
  readonly sizeBytes: number;
  /** When it was written; in some stores when its writing began. */
  readonly modified: Date;
}

/** Most blobs of one page of a list. */
export const BLOBS_PER_PAGE = 1_000;

/** How a client is to show what it fetches. */
export interface BlobPresentation {
  /** Media type, as in `Content-Type`. */
  readonly contentType: string;
  /** As in `Content-Disposition`. */
  readonly disposition: string;
}

/**
 * Immutable bytes by key. Keys are `/`-separated segments of at most 200 letters, digits, `.`, `_` and `-` that do not
 * begin with a dot, at most 900 characters in all; no key is the beginning of another one's folder (`a` and `a/b`).
 */
export abstract class BlobStore {
  /**
   * Streams `content` to `key`; nothing is visible under `key` until every byte is durable, and nothing stays after a
   * failure. An existing blob is replaced. `content` is destroyed when it cannot be stored.
   *
   * @throws AppError `too_large` past `sizeBytesMax`, `storage_full` when there is no room, `unavailable`; the
   * error of `content`; Error for an invalid `key`
   */
  abstract write(key: string, content: Readable, limits: { readonly sizeBytesMax: number }): Promise<BlobInfo>;

  /**
   * The blob's bytes, or those of a range; a range that ends past the last byte ends with it. The stream must be read
   * to its end or destroyed. A blob that is deleted during the read can still be read to its end.
   *
   * @throws AppError `not_found`, `unavailable`
   */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /** @throws AppError `not_found` */
  abstract stat(key: string): Promise<{ readonly sizeBytes: number }>;

  /**
   * Where a client without credentials may fetch the blob for a while, with ranges; `undefined` where the store gives
   * bytes to this process alone. Whether the blob exists is not looked at.
   */
  abstract link(key: string, presentation: BlobPresentation): Promise<string | undefined>;

  /**
   * All blobs, in pages of at most `BLOBS_PER_PAGE`, in an order that stays the same: with `after`, the last key of an
   * earlier page, those that follow it. Blobs written or removed during the listing may be missing or not.
   *
   * @throws AppError `unavailable`
   */
  abstract list(after?: string): AsyncIterable<readonly ListedBlob[]>;

  /** Removing a missing blob is not an error. */
  abstract delete(key: string): Promise<void>;

  /** Removes everything whose key begins with `prefix`, a key and `/`. */
  abstract deleteAll(prefix: string): Promise<void>;

  /** @throws AppError `unavailable` with the reason when a write would not succeed */
  abstract check(): Promise<void>;

  /** Lets go of connections; nothing is lost. */
  abstract close(): void;
}
