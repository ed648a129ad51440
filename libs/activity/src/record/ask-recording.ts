import { type AskItem, type AskRequest, type AskValue, type FindResults, askStatuses } from '@lectern/contracts/search';
import type { NewActivity } from '../activity/activity.entity';
import {
  commonOf,
  RECORDED_TEXT_CHARS_MAX,
  recordedHistory,
  type RecordedRequest,
  recordedStrategies,
  recordedText,
  recordedWhole,
} from './recorded-request';

/** The results for a question. */
interface FoundForQuestion {
  readonly results: FindResults;
  /** Candidates for the context, best first. */
  readonly matches: readonly { readonly paragraph: { readonly id: string } }[];
}

/** The properties of a question when it arrives. */
export type AskedQuestion = Pick<RecordedRequest, 'kbid' | 'principal' | 'client' | 'at'> & {
  readonly request: AskRequest;
};

/** Collects the record of one question while it is answered. Times are values of `performance.now()`. */
export class AskRecording {
  private readonly startedAtMs = performance.now();
  private request: AskRequest;
  private found: (FoundForQuestion & { readonly retrievalMs: number }) | undefined;
  private resource: string | undefined;
  private model: { readonly name: string; readonly askedAtMs: number } | undefined;
  private learningId: string | undefined;
  private begun = false;
  private answer = '';
  private reasoning = '';
  private status: string | undefined;
  private thousandTokens: number | undefined;
  private tokens: object | undefined;
  private readonly times: { answer?: number; reasoning?: number; end?: number } = {};

  constructor(private readonly asked: AskedQuestion) {
    this.request = asked.request;
  }

  /** Whether the caller received anything; a question rejected as a whole is not recorded. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** The question, completed by the search configuration that it names. */
  configured(request: AskRequest): void {
    this.request = request;
  }

  /** @param resource id of the only resource that may answer */
  retrieved({ results, matches }: FoundForQuestion, retrievalMs: number): void {
    this.found = { results, matches, retrievalMs };
  }

  restrictedTo(resource: string): void {
    this.resource = resource;
  }

  asksModel(name: string): void {
    this.model = { name, askedAtMs: performance.now() };
  }

  /** The knowledge box may use a different model than the deployment's default. */
  answeredBy(name: string): void {
    if (this.model) this.model = { ...this.model, name };
  }

  /** One more value of the answer. */
  value({ item, learningId }: AskValue): void {
    this.begun = true;
    this.learningId ??= learningId;
    if (item) this.item(item);
  }

  /** The answer failed before its end. */
  failed(): void {
    this.status ??= askStatuses.error;
  }

  row(): NewActivity {
    const { request } = this;
    const hasAnswer = this.status !== askStatuses.no_context && this.status !== askStatuses.no_retrieval_data;
    const nowMs = performance.now();
    return {
      ...commonOf({ ...this.asked, request, ...this.found, durationMs: nowMs - this.startedAtMs }),
      event_type: 'ask',
      resource_id: this.resource ?? null,
      svc_tokens: this.thousandTokens ?? null,
      rephrased_question: recordedOrNull(this.found?.results.rephrased_query),
      answer: hasAnswer ? recordedOrNull(this.answer) : null,
      learning_id: this.learningId ?? null,
      retrieved_context: this.context(),
      chat_history: recordedHistory(request),
      model: this.model?.name ?? null,
      status: this.status === undefined ? null : Number(this.status),
      generative_answer_first_chunk_time: this.times.answer ?? null,
      generative_reasoning_first_chunk_time: this.times.reasoning ?? null,
      generative_answer_time: this.times.end ?? null,
      reasoning: recordedOrNull(this.reasoning),
      token_details: this.tokens ?? null,
      ...recordedStrategies(request),
      user_request: recordedWhole(this.asked.request),
    };
  }

  private item(item: AskItem): void {
    switch (item.type) {
      case 'answer':
        this.times.answer ??= this.sinceModel();
        this.answer = appended(this.answer, item.text);
        break;
      case 'answer_json':
        this.times.answer ??= this.sinceModel();
        this.answer = appended(this.answer, JSON.stringify(item.object));
        break;
      case 'reasoning':
        this.times.reasoning ??= this.sinceModel();
        this.reasoning = appended(this.reasoning, item.text);
        break;
      case 'status':
        this.status = item.code;
        this.times.end ??= this.sinceModel();
        break;
      case 'metadata':
        this.tokens = item.tokens;
        this.thousandTokens = (item.tokens.input_svc ?? 0) + (item.tokens.output_svc ?? 0);
        break;
      default:
    }
  }

  private context(): NewActivity['retrieved_context'] {
    return this.found?.matches.map(({ paragraph: { id } }) => ({ text_block_id: id })) ?? null;
  }

  private sinceModel(): number | undefined {
    return this.model && performance.now() - this.model.askedAtMs;
  }
}

function appended(text: string, more: string): string {
  return text.length < RECORDED_TEXT_CHARS_MAX ? recordedText(text + more) : text;
}

function recordedOrNull(text: string | undefined): string | null {
  return text ? recordedText(text) : null;
}
