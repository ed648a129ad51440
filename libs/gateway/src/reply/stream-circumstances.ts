import type { Input, WireNames } from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';
import type { HttpOperation } from '../operation/http-operation';

/** Context for writing the answer to a call that streams. */
export interface StreamCircumstances {
  readonly operation: HttpOperation;
  readonly input: Input;
  readonly reply: FastifyReply;
  readonly names: WireNames;
  /** A client that takes nothing for so long is hung up on. */
  readonly stallMs: number;
  /** How long a stream may be silent. */
  readonly silence?: Silence;
}

/** Proxies and clients give up connections on which nothing comes for a while, often after 30 or 60 s. */
export interface Silence {
  /** Until the status goes out although there is no value yet. */
  readonly openingMs: number;
  /** Until something without a value is sent. */
  readonly everyMs: number;
}

export const SILENCE_MAX: Silence = { openingMs: 8_000, everyMs: 10_000 };
