import { authorOf, type Principal } from '@lectern/contracts/core';
import type { ActivityRecord } from '@lectern/contracts/search';
import type { ChatChunk, ChatRequest, ChatValue } from '@lectern/contracts/understanding';

/** Recorded code points per text; search records no more. */
const TEXT_CHARS_MAX = 40_000;

/** A chat requested by a reader of a knowledge box. */
export interface ChatToRecord {
  readonly kbid: string;
  readonly request: ChatRequest;
  readonly principal: Principal;
  readonly client: string;
}

/** Collects the record of one chat while it is answered. Times are values of `performance.now()`. */
export class ChatRecord {
  private readonly date = new Date();
  private readonly startedAtMs = performance.now();
  private origin: ChatValue['origin'];
  private answer = '';
  private reasoning = '';
  private status: number | undefined;
  private tokens: { readonly input_svc: number; readonly output_svc: number } | undefined;
  private readonly times: { answer?: number; reasoning?: number } = {};

  constructor(private readonly chat: ChatToRecord) {}

  /** Whether the caller received anything; a rejected chat is not recorded. */
  get hasBegun(): boolean {
    return this.origin !== undefined;
  }

  /** One more value of the answer. */
  value({ origin, chunk }: ChatValue): void {
    this.origin ??= origin;
    if (chunk) this.chunk(chunk);
  }

  /** The answer failed before its end. */
  failed(): void {
    this.status ??= -1;
  }

  row(): ActivityRecord {
    const { kbid, request, principal, client } = this.chat;
    const durationMs = this.sinceStart();
    return {
      kbid,
      event_type: 'ask',
      date: this.date,
      total_duration: durationMs,
      question: request.question,
      user_id: authorOf(principal) || null,
      user_type: principal.kind,
      client_type: client,
      audit_metadata: request.audit_metadata ?? null,
      chat_history: turnsOf(request),
      answer: this.status === -2 ? null : this.answer || null,
      reasoning: this.reasoning || null,
      ...(this.origin && { learning_id: this.origin.learningId, model: this.origin.model }),
      ...(this.status !== undefined && { status: this.status }),
      ...(this.tokens && { token_details: this.tokens, svc_tokens: this.tokens.input_svc + this.tokens.output_svc }),
      generative_answer_time: durationMs,
      ...(this.times.answer !== undefined && { generative_answer_first_chunk_time: this.times.answer }),
      ...(this.times.reasoning !== undefined && { generative_reasoning_first_chunk_time: this.times.reasoning }),
    };
  }

  private chunk(chunk: ChatChunk): void {
    switch (chunk.type) {
      case 'text':
        this.times.answer ??= this.sinceStart();
        this.answer = appended(this.answer, chunk.text);
        break;
      case 'object':
        this.times.answer ??= this.sinceStart();
        this.answer = appended(this.answer, JSON.stringify(chunk.object));
        break;
      case 'reasoning':
        this.times.reasoning ??= this.sinceStart();
        this.reasoning = appended(this.reasoning, chunk.text);
        break;
      case 'meta':
        this.tokens = { input_svc: chunk.input_svc_tokens, output_svc: chunk.output_svc_tokens };
        break;
      case 'status':
        this.status = Number(chunk.code);
        break;
      default:
    }
  }

  private sinceStart(): number {
    return performance.now() - this.startedAtMs;
  }
}

function appended(text: string, more: string): string {
  return text.length < TEXT_CHARS_MAX ? (text + more).slice(0, TEXT_CHARS_MAX) : text;
}

/** The newest turns that are texts. */
function turnsOf({
  context,
  chat_history: history,
}: ChatRequest): { readonly author: string; readonly text: string }[] {
  const turns = [...context, ...history].flatMap(({ author, text }) => (author && text ? [{ author, text }] : []));
  let chars = 0;
  const from = turns.findLastIndex(({ text }) => (chars += text.length) > TEXT_CHARS_MAX);
  return turns.slice(from + 1);
}
