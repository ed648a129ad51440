import type { AppError } from '../core/errors';
import { memberNamed } from '../core/foreign-value';
import type { HttpAnswer } from '../core/http-binding';
import type { Input } from '../core/input';
import type { ChatChunk, ChatValue } from './chat-chunk/chat-chunk.dto';
import { originHeaders } from '../prediction/prediction-answer';

/** Media type of answers as chunks. */
const LINES = 'application/x-ndjson';

/** One line of an answer. */
export class ChatLine {
  /** A part of the answer. */
  chunk!: ChatChunk;
}

/** One value of an answer as a line. */
export function chatLine({ origin, chunk }: ChatValue): HttpAnswer {
  return { headers: origin && originHeaders(origin), body: chunk && { chunk } };
}

/** The last line of an answer that failed midway. */
export function failedLine({ message }: AppError): ChatLine {
  return { chunk: { type: 'status', code: '-1', details: message } };
}

/** One value of an answer as text: pieces of the answer, and at the end the code of its status. */
export function chatText({ origin, chunk }: ChatValue): HttpAnswer {
  return { headers: origin && originHeaders(origin), body: chunk && textOf(chunk) };
}

/** Whether the caller gets text: it does not ask for lines, and the answer is no object and has no images. */
export function wantsChatText({ headers, body }: Input): boolean {
  return !accepts(headers, LINES) && !memberNamed(body, 'json_schema') && !memberNamed(body, 'image_generation');
}

function textOf(chunk: ChatChunk): string | undefined {
  if (chunk.type === 'text') return chunk.text;
  return chunk.type === 'status' ? chunk.code : undefined;
}

function accepts(headers: unknown, type: string): boolean {
  const accepted = memberNamed(headers, 'accept');
  if (typeof accepted !== 'string') return false;
  return accepted.split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === type);
}
