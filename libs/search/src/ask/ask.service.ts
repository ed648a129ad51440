import { Bus } from '@lectern/bus';
import { AppError, isForEndUser, type Principal } from '@lectern/contracts/core';
import { type AskItem, type AskValue, showsReasoning } from '@lectern/contracts/search';
import { type AnswerToGenerate, generateAnswer, type GeneratedValue } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import {
  citedKeys,
  closingItems,
  endOf,
  generationStart,
  immediateItem,
  statusItem,
  withValue,
  type GenerationEnd,
  withCitedPositions,
} from './answer-items';
import { refuseWrongSchema } from './ask-refusals';
import type { AskCall } from './ask-call';
import { type AskFindings, AskRetrieval } from './ask-retrieval';
import { AskPrompts, type PreparedPrompt } from './ask-prompts';
import { augmentedContext } from './context/context-entry';
import { Rephrasing } from './rephrasing';

/** Deadline for the first value: streams open soon afterwards, and their headers carry the answer's id. */
const NAMED_AFTER_MS = 6_000;
const SEARCHED = { searchesWhole: true } as const;
const NOTHING_FOUND = 'Not enough data to answer this.';

/** Answers questions from retrieved context. */
@Injectable()
export class AskService {
  constructor(
    private readonly bus: Bus,
    private readonly retrieval: AskRetrieval,
    private readonly prompts: AskPrompts,
    private readonly rephrasing: Rephrasing,
  ) {}

  /**
   * The first value carries the answer's id, unless nothing was found. It is sent when the model starts or is slow to
   * start; an error before that fails the whole request.
   *
   * @throws AppError `not_found`, `invalid_query`, `invalid_request`, `invalid_search_configuration`,
   *   `rephrase_failed`, `retrieval_incomplete`, `provider_failed`, `too_large`
   */
  async *ask(asked: AskCall): AsyncGenerator<AskValue> {
    const namedByMs = performance.now() + NAMED_AFTER_MS;
    const call = await this.retrieval.configured(asked);
    const { request, recording } = call;
    recording.configured(request);
    await refuseWrongSchema(call);
    const generator = await this.prompts.generatorOf(call);
    const { rephrased, history } = await this.rephrasing.rephrase(call);
    const startedAtMs = performance.now();
    const found = await this.retrieval.retrieve(call, rephrased);
    const given =
      found.wholeResource === undefined ? undefined : await this.prompts.prepare(call, found, { history, generator });
    const whole = given?.entries.some(({ rid }) => rid !== undefined) ? given : undefined;
    // If the resource cannot be passed whole, search it.
    const findings = given && !whole ? await this.retrieval.retrieve(call, rephrased, SEARCHED) : found;
    recording.retrieved(findings, performance.now() - startedAtMs);
    const prepared =
      whole ?? (findings.matches.length > 0 && (await this.prompts.prepare(call, findings, { history, generator })));
    if (prepared) return yield* this.answer(call, prepared, namedByMs);
    yield {};
    for (const item of nothingFound(findings)) yield { item };
  }

  private async *answer(call: AskCall, prepared: PreparedPrompt, namedByMs: number): AsyncGenerator<AskValue> {
    const { request, headers } = call;
    const { prompt, findings, generator } = prepared;
    call.observer?.prompted(prompt, request);
    let end: GenerationEnd = generationStart;
    let answer = '';
    if (request.generate_answer) {
      call.recording.asksModel(request.generative_model || generator.id);
      for await (const value of this.generate(prompt, call, namedByMs)) {
        if ('learningId' in value) yield value;
        else {
          const item = immediateItem(value);
          if (item?.type === 'answer') answer += item.text;
          if (item && (item.type !== 'reasoning' || showsReasoning(request.reasoning))) yield { item };
          if (value.model !== undefined) call.recording.answeredBy(value.model);
          end = withValue(end, withCitedPositions(value, prompt.context));
        }
      }
      end = endOf(end, answer);
    } else yield { learningId: newId() };
    if (end.object) yield { item: { type: 'answer_json', object: end.object } };
    for (const item of foundItems(findings)) yield { item };
    yield { item: statusItem(end) };
    if (end.status === 'error') return;
    const augmented = augmentedContext(prepared.entries, prepared.images, citedKeys(end));
    for (const item of closingItems(end, { showConsumption: headers['x-show-consumption'], augmented })) yield { item };
    if (request.features.includes('relations') && end.status === 'success') {
      const text = end.object ? JSON.stringify(end.object) : answer;
      yield { item: { type: 'relations', relations: await this.retrieval.relationsOf(text, findings, call) } };
    }
    if (request.debug) yield { item: debugItem(prompt, findings, call.principal) };
  }

  /** Yields a new id once the model has sent its first value or is slow to start, then the model's values. */
  private async *generate(
    body: AnswerToGenerate,
    { principal, signal, requestId }: AskCall,
    namedByMs: number,
  ): AsyncGenerator<GeneratedValue | { learningId: string }> {
    const values = this.bus.stream(generateAnswer, { body }, { principal, signal, requestId });
    const source = values[Symbol.asyncIterator]();
    try {
      const first = source.next();
      await settledBy(first, namedByMs);
      yield { learningId: newId() };
      let result = await first;
      if (result.done) throw new AppError('provider_failed', 'The model did not answer');
      for (; !result.done; result = await source.next()) yield result.value;
    } finally {
      await source.return?.();
    }
  }
}

/** Waits for a promise, at most until `atMs` of `performance.now()`. @throws errors of the promise until then */
function settledBy(promise: Promise<unknown>, atMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, atMs - performance.now()));
    promise.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}

function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** The results, in the order of the interface. */
function foundItems({ results, prequeries, matches }: AskFindings): AskItem[] {
  return [
    { type: 'retrieval', results, best_matches: matches.map(({ paragraph: { id } }) => ({ id })) },
    ...(prequeries ? [{ type: 'prequeries' as const, results: prequeries }] : []),
  ];
}

function nothingFound(findings: AskFindings): AskItem[] {
  return [
    { type: 'status', code: '-3', status: 'no_retrieval_data' },
    { type: 'answer', text: NOTHING_FOUND },
    ...foundItems(findings),
  ];
}

function debugItem(prompt: AnswerToGenerate, { timings }: AskFindings, principal: Principal): AskItem {
  const { system: _system, user: _user, images: _images, ...withoutPrompts } = prompt;
  const predict_request = isForEndUser(principal) ? withoutPrompts : prompt;
  const metadata = { prompt_context: prompt.context.map(({ text }) => text), predict_request };
  return { type: 'debug', metadata, metrics: timings };
}
