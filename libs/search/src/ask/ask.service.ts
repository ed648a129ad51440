import { Bus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { AskItem, AskValue, FindResults } from '@lectern/contracts/search';
import { type AnswerToGenerate, generateAnswer, type GeneratedValue } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { findResults } from '../results/find-results';
import { ModelsInUse } from '../models/models-in-use';
import { refuseLargeResults } from '../results/results-size';
import type { HydratedResults } from '../results/hydrated-retrieval';
import { answerPrompt, type PromptMaterial } from './answer-prompt';
import {
  closingItems,
  generationStart,
  immediateItem,
  statusItem,
  withValue,
  type GenerationEnd,
} from './answer-items';
import type { AskCall } from './ask-call';
import { AskPlaces } from './ask-places';
import { AskRetrieval } from './ask-retrieval';
import { withCitedPlaces } from './cited-places';
import { Rephrasing } from './rephrasing';

const NOTHING_FOUND = 'Not enough data to answer this.';

/** Answers questions over what is retrieved for them. */
@Injectable()
export class AskService {
  constructor(
    private readonly bus: Bus,
    private readonly retrieval: AskRetrieval,
    private readonly models: ModelsInUse,
    private readonly places: AskPlaces,
    private readonly rephrasing: Rephrasing,
  ) {}

  /**
   * The first value names the answer and comes when the model has begun: what fails before fails whole.
   *
   * @throws AppError `not_found`, `invalid_query`, `invalid_request`, `invalid_search_configuration`,
   *   `rephrase_failed`, `retrieval_incomplete`, `provider_failed`, `too_large`; `unavailable` when too many ask at the
   *   same time
   */
  ask(call: AskCall): AsyncGenerator<AskValue> {
    return this.places.within(() => this.answered(call), call.signal);
  }

  private async *answered(asked: AskCall): AsyncGenerator<AskValue> {
    const call = await this.retrieval.configured(asked);
    const { kbid, request, recording } = call;
    recording.configured(request);
    if (request.generative_model) await this.models.generatorOf(request, call);
    const { rephrased, history } = await this.rephrasing.rephrase(call);
    const startedAtMs = performance.now();
    const hydrated = await this.retrieval.retrieve(call, rephrased);
    const results = findResults(hydrated, { ...call, rephrased });
    recording.retrieved(results, performance.now() - startedAtMs);
    refuseLargeResults(results, request.show);
    if (hydrated.ranked.paragraphs.length === 0) {
      yield {};
      for (const item of nothingFound(results)) yield { item };
      return;
    }
    const generator = await this.models.generatorOf(request, call);
    yield* this.answer(call, { ...hydrated, kbid, history, generator }, results);
  }

  private async *answer(call: AskCall, material: PromptMaterial, results: FindResults): AsyncGenerator<AskValue> {
    const { request, headers } = call;
    const prompt = answerPrompt(request, material);
    call.observer?.prompted(prompt, request);
    let end: GenerationEnd = generationStart;
    if (request.generate_answer) {
      call.recording.asksModel(request.generative_model || material.generator.id);
      for await (const value of this.generate(prompt, call)) {
        if ('learningId' in value) yield value;
        else {
          const item = immediateItem(value);
          if (item) yield { item };
          if (value.model !== undefined) call.recording.answeredBy(value.model);
          end = withValue(end, withCitedPlaces(value, prompt.context));
        }
      }
    } else yield {};
    if (end.object) yield { item: { type: 'answer_json', object: end.object } };
    yield { item: { type: 'retrieval', results, best_matches: results.best_matches.map((id) => ({ id })) } };
    yield { item: statusItem(end) };
    if (end.status === 'error') return;
    for (const item of closingItems(end, { showConsumption: headers['x-show-consumption'] })) yield { item };
    if (request.debug) yield { item: debugItem(prompt, material) };
  }

  /** A new id once the model has answered for the first time, then its values. */
  private async *generate(
    body: AnswerToGenerate,
    { principal, signal, requestId }: AskCall,
  ): AsyncGenerator<GeneratedValue | { learningId: string }> {
    let begun = false;
    for await (const value of this.bus.stream(generateAnswer, { body }, { principal, signal, requestId })) {
      if (!begun) yield { learningId: randomUUID().replaceAll('-', '') };
      begun = true;
      yield value;
    }
    if (!begun) throw new AppError('provider_failed', 'The model did not answer');
  }
}

function nothingFound(results: FindResults): AskItem[] {
  return [
    { type: 'status', code: '-3', status: 'no_retrieval_data' },
    { type: 'answer', text: NOTHING_FOUND },
    { type: 'retrieval', results, best_matches: [] },
  ];
}

function debugItem(prompt: AnswerToGenerate, { ranked }: HydratedResults): AskItem {
  const metadata = { prompt_context: prompt.context.map(({ text }) => text), predict_request: prompt };
  return { type: 'debug', metadata, metrics: ranked.timings };
}
