import { Bus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { type AskItem, type AskValue, showsReasoning } from '@lectern/contracts/search';
import { type AnswerToGenerate, generateAnswer, type GeneratedValue } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ModelsInUse } from '../models/models-in-use';
import { answerPrompt, type PromptMaterial } from './answer-prompt';
import {
  closingItems,
  generationStart,
  immediateItem,
  statusItem,
  withValue,
  type GenerationEnd,
} from './answer-items';
import { refuseWrongSchema } from './answer-object';
import type { AskCall } from './ask-call';
import type { AskFindings } from './ask-findings';
import { AskPlaces } from './ask-places';
import { AskRetrieval } from './ask-retrieval';
import { refuseUnfit } from './fitting-model';
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
    refuseWrongSchema(request);
    const generator = await this.models.generatorOf(request, call);
    refuseUnfit(request, generator);
    const { rephrased, history } = await this.rephrasing.rephrase(call);
    const startedAtMs = performance.now();
    const findings = await this.retrieval.retrieve(call, rephrased);
    recording.retrieved(findings, performance.now() - startedAtMs);
    if (findings.matches.length === 0) {
      yield {};
      for (const item of nothingFound(findings)) yield { item };
      return;
    }
    yield* this.answer(call, { ...findings, kbid, history, generator });
  }

  private async *answer(call: AskCall, material: PromptMaterial & AskFindings): AsyncGenerator<AskValue> {
    const { request, headers } = call;
    const prompt = answerPrompt(request, material);
    let end: GenerationEnd = generationStart;
    let answer = '';
    if (request.generate_answer) {
      call.recording.asksModel(request.generative_model || material.generator.id);
      for await (const value of this.generate(prompt, call)) {
        if ('learningId' in value) yield value;
        else {
          const item = immediateItem(value);
          if (item?.type === 'answer') answer += item.text;
          if (item && (item.type !== 'reasoning' || showsReasoning(request.reasoning))) yield { item };
          if (value.model !== undefined) call.recording.answeredBy(value.model);
          end = withValue(end, value);
        }
      }
    } else yield {};
    if (end.object) yield { item: { type: 'answer_json', object: end.object } };
    for (const item of foundItems(material)) yield { item };
    yield { item: statusItem(end) };
    if (end.status === 'error') return;
    for (const item of closingItems(end, { showConsumption: headers['x-show-consumption'] })) yield { item };
    if (request.features.includes('relations') && end.status === 'success') {
      const text = end.object ? JSON.stringify(end.object) : answer;
      yield { item: { type: 'relations', relations: await this.retrieval.relationsOf(text, material, call) } };
    }
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

/** What was found, in the order of the interface. */
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

function debugItem(prompt: AnswerToGenerate, { timings }: AskFindings): AskItem {
  const metadata = { prompt_context: prompt.context.map(({ text }) => text), predict_request: prompt };
  return { type: 'debug', metadata, metrics: timings };
}
