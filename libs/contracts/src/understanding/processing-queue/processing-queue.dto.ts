import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';

/** Results of one call. */
const MESSAGES_PER_PULL_MAX = 100;
/** Acknowledgements of one call. */
const TOKENS_MAX = 1_000;
/** Longest wait for a result. */
export const PULL_TIMEOUT_S_MAX = 30;

const token = text({ maxLength: 128 });

/** Request of a client to its queue. */
export class PullPayload {
  /** Seconds to wait until there is a result. */
  @IsNumber() @Min(0) @Max(PULL_TIMEOUT_S_MAX) timeout: number = 5;
  /** Most results; with 0 the call only acknowledges. */
  @IsInt() @Min(0) @Max(MESSAGES_PER_PULL_MAX) limit: number = 1;
  /** `ack_token` of results that were dealt with, which are then removed; unknown ones are ignored. */
  @ListOf(token, { max: TOKENS_MAX }) ack: string[] = [];
}

/** Which deliveries need more time. */
export class PullExtension {
  /** `ack_token` of results that are being dealt with; unknown ones are ignored. */
  @ListOf(token, { max: TOKENS_MAX }) ack: string[] = [];
}

/** A result. */
export interface PulledMessage {
  /** The processed message in base64. */
  readonly payload: string;
  /** Always empty. */
  readonly headers: Readonly<Record<string, string>>;
  /** Acknowledges this delivery. */
  readonly ack_token: string;
  /** Number of the result: unique, and a later result of the same resource has a greater one. */
  readonly seq: Integer;
}

/** Results of the queue of a NUA client. */
export class PulledMessages {
  /** At most `limit`; of a resource one at a time. */
  messages!: readonly PulledMessage[];
  /** Seconds after which they are delivered again unless they are acknowledged or extended. */
  ttl!: number;
  /** Results that are not acknowledged, these included. */
  pending!: Integer;
}

/** How much waits in the queue. */
export class PullStatus {
  /** Results that are not acknowledged. */
  pending!: Integer;
}

/** Which results are wanted, by clients that count instead of acknowledging. */
export class LegacyPullQuery {
  /** Seconds to wait until there is a result. */
  @IsOptional() @IsNumber() @Min(0) @Max(PULL_TIMEOUT_S_MAX) timeout?: number | null;
  /** Has no effect: a client has one queue. */
  @IsOptional() partition?: string | null;
  /** `cursor` of the last call: the results up to it are removed. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from_cursor?: number | null;
  /** Most results. */
  @IsOptional() @IsInt() @Min(1) @Max(MESSAGES_PER_PULL_MAX) limit?: number | null;
}

/** Results of the queue of a NUA client, in order. */
export class LegacyPulled {
  /** `empty` when there is no result. */
  status!: 'ok' | 'empty';
  /** The first processed message in base64; null when the queue is empty. */
  payload!: string | null;
  /** All of them. */
  payloads!: readonly string[];
  /** Number of the first one; null when the queue is empty. */
  msgid!: string | null;
  /** Send it as `from_cursor` to acknowledge them; null when the queue is empty. */
  cursor!: Integer | null;
}
