import type { Input, WireNames } from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';
import type { HttpOperation } from '../route/http-operation';

/** What the answer to a call that streams is written with. */
export interface StreamCircumstances {
  readonly operation: HttpOperation;
  readonly input: Input;
  readonly reply: FastifyReply;
  readonly names: WireNames;
  /** A client that takes nothing for so long is hung up on. */
  readonly stallMs: number;
}
