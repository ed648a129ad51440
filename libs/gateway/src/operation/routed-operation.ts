import { type Input, type RawInput, validateInput } from '@lectern/contracts/core';
import { routePath } from '../request/route-path';
import { bodyMayBeLeftOut, type HttpOperation, mayEndEarly } from './http-operation';

type Params = Readonly<Record<string, string>>;

/** An operation at one of its paths, with what follows from its declaration for all requests. */
export class RoutedOperation {
  /** The path as Fastify takes it. */
  readonly pattern: string;
  readonly bodyMayBeLeftOut: boolean;
  readonly mayEndEarly: boolean;
  /** Whether only its body says whether it needs room on the disk. */
  readonly bodyDecidesRoom: boolean;
  private readonly tail: string | undefined;

  constructor(readonly declared: HttpOperation) {
    const { pattern, tail } = routePath(declared.http.path);
    this.pattern = pattern;
    this.tail = tail;
    this.mayEndEarly = mayEndEarly(declared);
    this.bodyDecidesRoom = typeof declared.worksWithoutRoom === 'object';
    this.bodyMayBeLeftOut = declared.body !== undefined && bodyMayBeLeftOut(declared.body);
  }

  /** The parameters of a path under their own names. */
  named(params: Params): Params {
    if (this.tail === undefined) return params;
    const { '*': tail = '', ...rest } = params;
    return { ...rest, [this.tail]: tail };
  }

  /** @throws AppError `invalid_request` */
  validated(raw: RawInput): Input {
    const { params, query, headers, body, http, bodyOf } = this.declared;
    const { bodyKind = 'json' } = http;
    const isForm = bodyKind === 'form' || bodyKind === 'file-form';
    const checksBody = body !== undefined && (isForm || bodyKind === 'json') && http.method !== 'GET';
    const types = { path: params, query, header: headers, ...(checksBody && { body }) };
    const read = validateInput(types, raw, isForm);
    const input = { params: read.path ?? raw.path ?? {}, headers: read.header ?? {} };
    if (bodyOf) return { ...input, query: {}, body: bodyOf(read.query) };
    return { ...input, query: read.query ?? {}, body: read.body };
  }
}
