import type { Readable } from 'node:stream';

export interface BlobInfo {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly md5: string;
  readonly sha256: string;
}

/** Both ends inclusive, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Immutable bytes by key. Keys are `/`-separated segments of letters, digits, `.`, `_` and `-`. */
export abstract class BlobStore {
  /**
   * Streams `content` to `key`; nothing is visible under `key` until every byte is durable, and nothing stays after a failure.
   *
   * @throws AppError `too_large` past `sizeBytesMax`, `storage_full` when there is no room, `unavailable`
   */
  abstract write(key: string, content: Readable, limits: { readonly sizeBytesMax: number }): Promise<BlobInfo>;

  /** @throws AppError `not_found` */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /** @throws AppError `not_found` */
  abstract stat(key: string): Promise<{ readonly sizeBytes: number }>;

  /** Removing what is not there is no error. */
  abstract delete(key: string): Promise<void>;

  /** Removes everything whose key begins with `prefix`, which ends with `/`. */
  abstract deleteAll(prefix: string): Promise<void>;

  /** @throws AppError `unavailable` with the reason when a write would not succeed */
  abstract check(): Promise<void>;
}
