import type { IncomingMessage } from 'node:http';
import { Bus, callContext } from '@lectern/bus';
import { type Input, invalidRequest, type Principal, type RawInput } from '@lectern/contracts/core';
import { awaitFinding, type BodyPart } from '@lectern/contracts/knowledge-box';
import { byQueryParameters, placed } from '@lectern/filters';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_PART } from '../body/file-form';
import { RequestBodies } from '../body/request-bodies';
import type { HttpOperation } from '../operation/http-operation';
import { RoutedOperation } from '../operation/routed-operation';
import { AnswerWriter } from '../reply/answer-writer';
import { traceOf } from '../request/trace-of';
import { type AdmittedCall, RequestAdmission } from './request-admission';
import { preferredWaitS } from './preferred-wait';

interface Circumstances {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** The circumstances, and the request itself, which its handler does not get. */
interface Course extends Circumstances {
  readonly running: AdmittedCall['running'];
}

interface Answering {
  readonly input: Input;
  readonly reply: FastifyReply;
  readonly circumstances: Circumstances;
}

/** A route of Fastify. */
export interface HandledRoute {
  readonly pattern: string;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Carries operations from the socket to the bus and back. */
@Injectable()
export class OperationRoute {
  constructor(
    private readonly admission: RequestAdmission,
    private readonly bodies: RequestBodies,
    private readonly bus: Bus,
    private readonly answers: AnswerWriter,
  ) {}

  of(declared: HttpOperation): HandledRoute {
    const routed = new RoutedOperation(declared);
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      callContext.run({ requestId: request.id, operation: declared.name, ...traceOf(request) }, () =>
        this.answer(routed, request, reply),
      );
    return { pattern: routed.pattern, handle };
  }

  private async answer(routed: RoutedOperation, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { declared } = routed;
    const { principal, running, raw, told } = await this.admission.admit(routed, request, reply);
    const circumstances = { principal, signal: running.signal, requestId: request.id };
    const { bodyKind = 'json' } = declared.http;
    if (bodyKind === 'upload' || bodyKind === 'parts') {
      // Everything but the bytes is checked before the first of them is stored.
      const course = { ...circumstances, running };
      const input = routed.validated(raw);
      const answer = await this[bodyKind](declared, request.raw, { ...course, input });
      return this.write(declared, answer, { input, reply, circumstances });
    }
    if (bodyKind === 'file-form') {
      const { input, answer } = await this.fileForm(
        routed,
        { raw, request: request.raw },
        { ...circumstances, running },
      );
      return this.write(declared, answer, { input, reply, circumstances });
    }
    const checked = routed.validated({ ...raw, body: await this.bodies.read(routed, request.raw, circumstances) });
    const input = told ? { ...checked, headers: { ...Object(checked.headers), ...told } } : checked;
    if (routed.bodyDecidesRoom) await this.admission.refuseWhenShort(declared, input.body);
    if (!routed.mayEndEarly) running.settle();
    return this.call(declared, { input, reply, circumstances });
  }

  /** A body that goes into the blob store while it comes. */
  private upload(
    declared: HttpOperation,
    request: IncomingMessage,
    { input, running, ...circumstances }: Course & { readonly input: Input },
  ): Promise<unknown> {
    return this.bodies.upload(request, circumstances, async (body) => {
      running.settle();
      return this.ask(declared, { ...input, body }, circumstances);
    });
  }

  /** A form with a file, which goes into the blob store once the rest of the form was found right, or travels along. */
  private async fileForm(
    routed: RoutedOperation,
    { raw, request }: { readonly raw: RawInput; readonly request: IncomingMessage },
    { running, ...circumstances }: Course,
  ): Promise<{ readonly input: Input; readonly answer: unknown }> {
    const { file, fields } = await this.bodies.fileForm(routed, request, circumstances.signal);
    const input = routed.validated({ ...raw, body: fields });
    if (!file)
      throw invalidRequest([{ type: 'missing', loc: ['body', FILE_PART], msg: 'Field required', input: null }]);
    if (routed.declared.http.carriesFile) {
      running.settle();
      const body = { ...Object(input.body), [FILE_PART]: { base64: file.toString('base64') } };
      return { input, answer: await this.ask(routed.declared, { ...input, body }, circumstances) };
    }
    const answer = await this.bodies.stored(file, circumstances, async (stored) => {
      running.settle();
      const body = { ...Object(input.body), [FILE_PART]: stored };
      return this.ask(routed.declared, { ...input, body }, circumstances);
    });
    return { input, answer };
  }

  /** The same, part by part. */
  private parts(
    declared: HttpOperation,
    request: IncomingMessage,
    { input, running, ...circumstances }: Course & { readonly input: Input },
  ): Promise<unknown> {
    const { signal: _, ...keeping } = circumstances;
    return this.bodies.parts(request, circumstances, async (body: BodyPart) => {
      if (body.isLast) running.settle();
      else running.refuseWhenEnded();
      // Bytes received before the client hung up are kept; waiting work is not done without it.
      return this.ask(declared, { ...input, body }, body.isLast ? circumstances : keeping);
    });
  }

  private async call(declared: HttpOperation, answering: Answering): Promise<unknown> {
    const { input, circumstances } = answering;
    if (!declared.stream) return this.write(declared, await this.ask(declared, input, circumstances), answering);
    // The input was checked against the operation's own classes a moment ago.
    const values = this.bus.stream(declared, input as Input<object, object, object, object>, circumstances);
    return this.answers.stream(declared, declared.bodyOf ? ofQuery(values) : values, answering);
  }

  private ask(declared: HttpOperation, input: Input, circumstances: Omit<Circumstances, 'signal'>): Promise<unknown> {
    if (declared.stream) throw new Error(`${declared.name} is a stream and cannot take an upload`);
    // The input was checked against the operation's own classes a moment ago.
    const answer = this.bus.request(declared, input as Input<object, object, object, object>, circumstances);
    return declared.bodyOf ? byQueryParameters(() => answer) : answer;
  }

  private async write(declared: HttpOperation, answer: unknown, answering: Answering): Promise<unknown> {
    await this.preferred(declared, answer, answering);
    const { reply, circumstances } = answering;
    return this.answers.write(declared, answer, { reply, signal: circumstances.signal });
  }

  /** Waits until the stored content can be found, where the caller prefers so. It stays stored in any case. */
  private async preferred(
    { http: { stores } }: HttpOperation,
    answer: unknown,
    { input, reply, circumstances }: Answering,
  ): Promise<void> {
    const { prefer } = input.headers as { readonly prefer?: string }; // validated
    const waitS = stores && preferredWaitS(prefer);
    const params = input.params as Readonly<Record<string, string>>; // validated
    // The answer is of the operation's own type.
    const stored = waitS === undefined ? undefined : stores?.(answer as never, params);
    const { kbid } = params;
    if (waitS === undefined || !stored || kbid === undefined) return;
    const body = { kbid, ...stored, waitMs: waitS * 1_000 };
    try {
      await this.bus.request(awaitFinding, { body }, circumstances);
      reply.header('preference-applied', `wait=${waitS}`);
    } catch (error) {
      if (circumstances.signal.aborted) throw error;
    }
  }
}

/** What is wrong with a body that a query said is reported at its parameters. */
async function* ofQuery<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    throw placed(error, ['query']);
  }
}
