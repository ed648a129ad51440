import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { failsWithoutRoom } from './failures';
import type { HttpBinding } from './http-binding';
import type { Integer } from './integer';
import { operation } from './operation';

/** Longest place in the sealed rows of a service. */
const CURSOR_CHARS_MAX = 10_000;
/** Rows of one batch. */
export const RESEALED_ROWS_MAX = 500;

/** Envelopes by master key. */
export class SealedKeys {
  /** Each configured master key, the newest first, and those that envelopes name beyond them. */
  keys!: readonly {
    /** Id of the master key, 12 hex digits. */
    readonly id: string;
    /** Whether `SECRETS_KEY` of the service has it. */
    readonly configured: boolean;
    /** Envelopes that name it, in the database of the service. */
    readonly envelopes: Integer;
  }[];
}

/** A batch of rows. */
export class ResealPayload {
  /** `cursor` of the answer before it; from the beginning when absent. */
  @IsOptional() @IsString() @MaxLength(CURSOR_CHARS_MAX) cursor?: string | null;
  /** Most rows. */
  @IsInt() @Min(1) @Max(RESEALED_ROWS_MAX) rows: number = RESEALED_ROWS_MAX;
}

/** What became of a batch. */
export class Resealed {
  /** Envelopes that name the newest key now. */
  resealed!: Integer;
  /** Envelopes that were left: their key is not configured, or they are damaged. */
  left!: Integer;
  /** Names the next batch; null after the last one. */
  cursor!: string | null;
}

/** Both operations of a service. */
export function sealedKeyOperations(service: string, { title, host }: { title: string; host: HttpBinding['host'] }) {
  const path = `/api/v1/admin/keys/${title}` as const;
  // Users who run the deployment. Not part of what applications use.
  const policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' } as const;
  const count = operation({
    name: `${service}.sealed-keys.list`,
    summary: `Count the secrets of ${title} by master key`,
    description:
      'Returns how many envelopes of the service name which master key. An earlier key can be removed from ' +
      '`SECRETS_KEY` when no service has envelopes that name it.',
    http: { method: 'GET', path, host, success: 200 },
    policy,
    answer: SealedKeys,
    deadlineMs: 60_000,
  });
  const reseal = operation({
    name: `${service}.sealed-keys.reseal`,
    summary: `Replace master keys in the secrets of ${title}`,
    description:
      'Has up to `rows` rows name the newest master key. `cursor` of an answer names the next batch. To begin again ' +
      'does no harm: rows that name the newest key are skipped.',
    http: { method: 'POST', path, host, success: 200 },
    policy,
    body: ResealPayload,
    answer: Resealed,
    fails: failsWithoutRoom,
    worksWithoutRoom: true,
    deadlineMs: 60_000,
  });
  return { count, reseal };
}
