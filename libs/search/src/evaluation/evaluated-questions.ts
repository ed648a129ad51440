import { AskRecording, type EvaluationSettings, type StoredVariant } from '@lectern/activity';
import { AppError, type Principal, validate } from '@lectern/contracts/core';
import {
  AskHeaders,
  AskRequest,
  type EvaluationQuestion,
  type EvaluationResult,
  FindRequest,
  type FindResults,
} from '@lectern/contracts/search';
import { type Brought, type CitedAnswer, type FoundPassage, scoresOfQuestion } from '@lectern/evaluation';
import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AskService } from '../ask/ask.service';
import { FindService } from '../find/find.service';
import { oneAnswer, oneSearch } from '../query/search-use';

const ANSWER_CHARS_MAX = 1_000;
const QUESTION_CHARS_MAX = 500;
const TITLE_CHARS_MAX = 100;
const ERROR_CHARS_MAX = 300;
const CLIENT = 'api';

/** In which box, how and on whose account questions are asked. */
export interface AskedIn {
  readonly kbid: string;
  readonly settings: EvaluationSettings;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Asks questions of evaluations; the activity log does not record them. */
@Injectable()
export class EvaluatedQuestions {
  constructor(
    private readonly asks: AskService,
    private readonly finds: FindService,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /** A failure is the error of the result. @throws the reason of the signal */
  async ask(question: EvaluationQuestion, variant: StoredVariant, asked: AskedIn): Promise<EvaluationResult> {
    const { id, documents, facts, answerable } = question;
    const { kbid, principal, settings, signal } = asked;
    const startedAtMs = performance.now();
    const start = { id, question: cut(question.question, QUESTION_CHARS_MAX) };
    try {
      const use = settings.answers ? oneAnswer : oneSearch;
      const work = () =>
        settings.answers ? this.answer(question, variant, asked) : this.find(question, variant, asked);
      const { found, answer, failure } = await this.quota.during(principal.account, use, work);
      this.meter.countFor(principal, { kbid, client: CLIENT, metrics: { searches_performed: 1 } });
      const expected = {
        documents: new Map(documents.map((name) => [name, 1])),
        facts: facts.map((fact) => fact.split('|').map((way) => way.trim())),
        isAnswerable: answerable,
      };
      const { scores, titles } = scoresOfQuestion(expected, { found, ...(answer && { answer }) }, settings.k);
      return {
        ...start,
        scores,
        found: titles.map((title) => cut(title, TITLE_CHARS_MAX)),
        answer: answer ? cut(answer.text, ANSWER_CHARS_MAX) : null,
        status: answer?.status ?? null,
        ms: Math.round(performance.now() - startedAtMs),
        error: failure ?? null,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      const ms = Math.round(performance.now() - startedAtMs);
      const message = cut(error.message, ERROR_CHARS_MAX);
      return { ...start, scores: {}, found: [], answer: null, status: null, ms, error: message };
    }
  }

  private async find(question: EvaluationQuestion, variant: StoredVariant, asked: AskedIn): Promise<Brought & Failing> {
    const { kbid, principal, signal } = asked;
    const request = validate(FindRequest, requestOf(question, variant, asked));
    const { results } = await this.finds.find(kbid, request, { principal, signal, requestId: randomUUID() });
    return { found: passagesOf(results) };
  }

  private async answer(
    question: EvaluationQuestion,
    variant: StoredVariant,
    asked: AskedIn,
  ): Promise<Brought & Failing> {
    const { kbid, principal, signal } = asked;
    const members = { ...requestOf(question, variant, asked), citations: true, generative_model: variant.model };
    const request = validate(AskRequest, members);
    const recording = new AskRecording({ kbid, principal, client: CLIENT, at: new Date(), request });
    const call = { kbid, request, principal, signal, requestId: randomUUID(), headers: new AskHeaders(), recording };
    let [text, status, failure]: [string, string, string?] = ['', 'success'];
    let cited: Pick<CitedAnswer, 'citations' | 'sentences'> = { citations: {}, sentences: [] };
    let results: FindResults | undefined;
    for await (const { item } of this.asks.ask(call)) {
      if (item?.type === 'answer') text += item.text;
      else if (item?.type === 'retrieval') results = item.results;
      else if (item?.type === 'citations') cited = { citations: item.citations, sentences: item.sentences };
      else if (item?.type === 'status') {
        status = item.status;
        if (item.status === 'error') failure = cut(item.details ?? 'The model failed', ERROR_CHARS_MAX);
      }
    }
    const found = results ? passagesOf(results) : [];
    return { found, answer: { text, status, ...cited }, ...(failure !== undefined && { failure }) };
  }
}

interface Failing {
  /** Why the model did not answer. */
  readonly failure?: string;
}

function requestOf({ question, groups }: EvaluationQuestion, { configuration }: StoredVariant, asked: AskedIn): object {
  return {
    query: question,
    top_k: asked.settings.topK,
    show: ['basic', 'origin'],
    ...(groups.length > 0 && { security: { groups } }),
    ...(configuration !== null && { search_configuration: configuration }),
  };
}

function passagesOf({ resources, best_matches: best }: FindResults): readonly FoundPassage[] {
  const passages = new Map<string, FoundPassage>();
  for (const [resource, { title, slug, origin, fields }] of Object.entries(resources))
    for (const { paragraphs } of Object.values(fields))
      for (const { id: paragraph } of Object.values(paragraphs)) {
        const path = origin?.path ?? origin?.filename ?? null;
        passages.set(paragraph, { paragraph, resource, title: title ?? resource, path, slug: slug ?? null });
      }
  return best.flatMap((id) => passages.get(id) ?? []);
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}
