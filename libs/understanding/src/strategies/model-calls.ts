import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import type { ImageInput } from '@lectern/models';
import type { AskedModel } from './strategy-models';

/** Limits on model calls per field. */
export interface CallLimits {
  /** Number of calls, not counting repeated calls to a busy model. */
  readonly callsMax: number;
  /** Concurrent calls. */
  readonly parallelMax: number;
  /** Duration of one call. */
  readonly callMs: number;
  /** Duration of all calls; after it, no further calls are made. */
  readonly totalMs: number;
  /** Attempts at a call that the provider delays. */
  readonly attemptsMax: number;
  /** Longest delay accepted from a provider. */
  readonly waitMsMax: number;
  /** Consecutive failed calls, after which no more are made. */
  readonly failuresMax: number;
}

export const defaultCallLimits: CallLimits = {
  callsMax: 200,
  parallelMax: 4,
  callMs: 180_000,
  totalMs: 30 * 60_000,
  attemptsMax: 3,
  waitMsMax: 60_000,
  failuresMax: 4,
};

/** Request to a model. */
export interface ModelQuestion {
  readonly system: string;
  readonly text: string;
  readonly images?: readonly ImageInput[];
  /** JSON Schema of the answer. */
  readonly schema?: object;
}

/** An object if a schema was given, otherwise text. */
export interface ModelAnswer {
  readonly text: string;
  readonly object?: object;
}

/** Consumption of a model by a field. */
export interface ModelUse {
  readonly model: string;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Calls the model of a strategy within the limits of a field. */
export class ModelCalls {
  private made = 0;
  private answered = 0;
  private input = 0;
  private output = 0;
  private failures: unknown[] = [];
  private readonly endMs: number;

  constructor(
    private readonly model: AskedModel,
    private readonly limits: CallLimits,
    private readonly signal: AbortSignal,
  ) {
    this.endMs = performance.now() + limits.totalMs;
  }

  get parallelMax(): number {
    return this.limits.parallelMax;
  }

  get use(): ModelUse {
    const { id: model } = this.model;
    return { model, calls: this.answered, input_tokens: this.input, output_tokens: this.output };
  }

  /** @throws the reason for which the field was given up */
  throwIfCancelled(): void {
    this.signal.throwIfAborted();
  }

  /** Characters that the model can read, prompt and answer together; a lower estimate. */
  get contextChars(): number {
    return this.model.generator.description.contextTokensMax * 3;
  }

  /**
   * Waits if the provider requests it.
   *
   * @throws AppError `cancelled` when the field is given up; another error when there is no answer
   */
  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    if (this.failures.length >= this.limits.failuresMax) throw this.failures.at(-1);
    this.made += 1;
    if (this.made > this.limits.callsMax)
      throw new AppError('invalid_request', `a field has at most ${this.limits.callsMax} calls of a model`);
    try {
      const answer = await this.patiently(question);
      this.failures = [];
      return answer;
    } catch (error) {
      this.failures.push(error);
      throw error;
    }
  }

  private async patiently(question: ModelQuestion): Promise<ModelAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(question);
      } catch (error) {
        const waitMs = this.waitMsFor(error);
        if (waitMs === undefined || attempt >= this.limits.attemptsMax) throw error;
        await sleep(waitMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
      }
    }
  }

  /** Undefined if the call is not delayed, or for too long. */
  private waitMsFor(error: unknown): number | undefined {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') return undefined;
    const waitMs = Number(error.details.headers?.['Retry-After'] ?? 1) * 1_000;
    return waitMs <= this.limits.waitMsMax && performance.now() + waitMs < this.endMs ? waitMs : undefined;
  }

  private async attempt({ system, text, images, schema }: ModelQuestion): Promise<ModelAnswer> {
    const leftMs = Math.min(this.endMs - performance.now(), this.limits.callMs);
    if (leftMs <= 0) throw new AppError('deadline_exceeded', 'the field has asked its model for too long');
    const late = AbortSignal.timeout(Math.ceil(leftMs));
    const { generator, model, apiKey, reasoning } = this.model;
    const asked = {
      question: '',
      context: [],
      history: [],
      grounded: false,
      citations: 'none' as const,
      system,
      user: text,
      formatPrompt: false,
      images,
      model,
      apiKey,
      reasoning,
      ...(schema && { jsonSchema: schema }),
    };
    let answer = '';
    let object: object | undefined;
    try {
      for await (const chunk of generator.generate(asked, { signal: AbortSignal.any([this.signal, late]) })) {
        if (chunk.type === 'text') answer += chunk.text;
        if (chunk.type === 'object') object = chunk.object;
        if (chunk.type === 'meta') this.count(chunk);
        if (chunk.type === 'status' && chunk.code === '-1')
          throw new AppError('provider_failed', chunk.details ?? 'the model failed before it was done');
        if (chunk.type === 'meta' && chunk.finish === 'length')
          throw new AppError('provider_failed', 'the answer of the model is longer than the model allows');
      }
    } catch (error) {
      this.signal.throwIfAborted();
      if (late.aborted) throw new AppError('deadline_exceeded', 'the model took too long', {}, { cause: error });
      throw error;
    }
    return { text: answer, object };
  }

  private count({ inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number }): void {
    this.answered += 1;
    this.input += inputTokens;
    this.output += outputTokens;
  }
}

/** Results in order, with limited concurrency; a failure is an error in its place. @throws once aborted */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { parallelMax, signal }: { readonly parallelMax: number; readonly signal: AbortSignal },
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = [];
  const entries = items.entries();
  const run = async () => {
    // All runners share this iterator.
    for (const [at, item] of entries) {
      signal.throwIfAborted();
      const [result] = await Promise.allSettled([work(item)]);
      results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallelMax, items.length) }, run));
  signal.throwIfAborted();
  return results;
}

/** A user-readable reason for a failed call, in one line. */
export function callFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').slice(0, REASON_CHARS_MAX);
}

const REASON_CHARS_MAX = 200;

/** Rules of a strategy as part of a prompt; empty without any. */
export function rulesText(rules: readonly string[] | null | undefined): string {
  const given = (rules ?? []).map((rule) => rule.trim()).filter(Boolean);
  return given.length === 0 ? '' : `\n\nFollow these rules:\n${given.map((rule) => `- ${rule}`).join('\n')}`;
}
