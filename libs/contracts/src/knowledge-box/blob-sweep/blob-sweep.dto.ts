import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';

/** Keys of one question. */
export const BLOB_KEYS_MAX = 1_000;
const KEY_CHARS_MAX = 900;

/** Instructions for a sweep. */
export class BlobSweepPayload {
  /** Only count what could be removed. */
  @IsBoolean() dry_run: boolean = false;
  /** `cursor` of the answer before it; from the beginning when absent. */
  @IsOptional() @IsString() @MaxLength(KEY_CHARS_MAX) cursor?: string | null;
}

/** Files of one kind. */
export class BlobCount {
  /** Their purpose, such as `upload` or `export`. */
  kind!: string;
  /** How many there are. */
  count!: Integer;
  /** Bytes in all. */
  size_bytes!: Integer;
}

/** A page of a sweep. */
export class BlobSweepPage {
  /** Files that were looked at. */
  examined!: Integer;
  /** Files that no row names and that are older than a day, by kind. */
  unnamed!: readonly BlobCount[];
  /** Names the next page; null on the last one. */
  cursor!: string | null;
}

/** Files of the blob store. */
export class BlobKeys {
  /** Their keys. */
  @IsArray() @ArrayMaxSize(BLOB_KEYS_MAX) @IsString({ each: true }) keys!: readonly string[];
}
