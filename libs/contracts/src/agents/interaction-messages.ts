import { AppError, invalidRequest } from '../core/errors';
import type { Integer } from '../core/integer';
import { BEGINNING, type RunningMessage, type SocketEnding, type SocketVisit } from '../core/socket';
import { frameOf, frameOperations, type InteractionFrame } from './interaction/interaction.dto';

/** What later messages on a socket need to know of an interaction whose frames are sent. */
export interface NotedInteraction {
  /** Its id. */
  readonly id: string | null;
  /** Number of the last frame. */
  readonly seqid: number;
  /** Whether its user was asked something. */
  readonly asked: boolean;
  /** Whether the last frame that matters was a question to its user. */
  readonly awaits: boolean;
  /** Whether nothing follows but the end. */
  readonly isOver: boolean;
}

/** Members of the query that decide how a socket takes messages. */
interface SocketUse {
  readonly keep_open: boolean;
  readonly from_cursor?: Integer;
}

type Noted = NotedInteraction;
type Visit = SocketVisit<unknown, SocketUse, Noted>;

/** Kinds of messages to an agent over a socket. */
export const socketMessages = { question: 'question', answer: 'answer', end: 'end' } as const;
const { question: QUESTION, answer: ANSWER, end: END } = socketMessages;
const PIECES: readonly number[] = [frameOperations.answer_chunk, frameOperations.reasoning];
/** What ends an interaction without a frame of its own. */
const LOST: ReadonlySet<string> = new Set(['unavailable', 'deadline_exceeded', 'cancelled', 'internal']);

/** Pure. The kind of a message. */
export function socketMessageKind(said: object): string {
  if ('request_id' in said) return ANSWER;
  return 'operation' in said && said.operation === 1 ? END : QUESTION;
}

/** Pure. What is known of an interaction after a frame. */
export function notedInteraction(
  { operation, original_question_uuid: id, seqid }: InteractionFrame,
  before: Noted | undefined,
): Noted {
  const { done, error, agent_request: request } = frameOperations;
  const isPiece = PIECES.includes(operation);
  return {
    id,
    seqid,
    asked: before?.asked === true || operation === request,
    awaits: isPiece ? before?.awaits === true : operation === request,
    isOver: before?.isOver === true || operation === done || operation === error,
  };
}

/** Pure. The calls on a socket that run interactions. */
export function interactionsOn(running: Visit['running']): readonly RunningMessage<Noted>[] {
  return running.filter(({ kind, noted: of }) => (kind === QUESTION || kind === BEGINNING) && !of?.isOver);
}

/** Pure. A socket that was not to be kept open closes when its interaction has ended, however that was. */
export function closesAfterInteraction(
  { last, error }: SocketEnding<object, InteractionFrame>,
  { query }: Visit,
): boolean {
  if (query.keep_open || last === undefined) return false;
  return error !== undefined || last.operation === frameOperations.done || last.operation === frameOperations.error;
}

/** Pure. Why a message cannot be taken now. */
export function untimelyMessage(kind: string, { running, query, begun }: Visit): AppError | undefined {
  if (kind === END) return undefined;
  const [busy] = interactionsOn(running);
  if (!busy) return kind === QUESTION ? undefined : invalidRequest([missingMember('question')]);
  if (kind === ANSWER && busy.noted?.asked) return undefined;
  // The question of the interaction that is followed, sent again: who runs it knows.
  const mayRepeat = query.from_cursor !== undefined && begun === 0 && busy.kind === BEGINNING;
  if (kind === QUESTION && mayRepeat) return undefined;
  return busy.noted?.awaits ? invalidRequest([missingMember('request_id')]) : unexpectedMessage();
}

const missingMember = (member: string) => ({ type: 'missing', loc: ['body', member], msg: 'Field required' });

function unexpectedMessage(): AppError {
  return new AppError('conflict', 'Unexpected message from user');
}

/**
 * Pure. The frame of a failure. Its number is that of the last frame, so that a client which follows again from the
 * next one misses nothing.
 */
export function failedInteractionFrame(
  error: AppError,
  kind: string | undefined,
  { running }: Visit,
): InteractionFrame {
  const isLost = LOST.has(error.code) && kind !== ANSWER;
  const current = running.find((one) => one.kind === kind && isLost) ?? interactionsOn(running)[0];
  const { id = null, seqid = 0 } = current?.noted ?? {};
  const ids = { original_question_uuid: id, actual_question_uuid: id };
  const next = isLost && current?.noted ? seqid + 1 : seqid;
  return frameOf('error', next, {
    ...ids,
    exception: { detail: shownDetail(error, current), extra: wrongMembers(error) ?? waitOf(error) },
  });
}

function shownDetail({ code, message: text }: AppError, current: RunningMessage<Noted> | undefined): string {
  if (code === 'invalid_request') return 'Invalid request payload';
  if (!LOST.has(code)) return text;
  return current?.noted ? 'Agent has stopped responding. Please, try again.' : 'Unable to start agent';
}

function wrongMembers({ code, message: msg, details: { detail } }: AppError): Readonly<Record<string, unknown>> | null {
  if (code !== 'invalid_request') return null;
  return { validation_errors: Array.isArray(detail) ? detail : [{ type: 'value_error', loc: ['body'], msg }] };
}

/** When a message beyond a rate may be sent again, in seconds since the epoch, as in answers with the status 429. */
function waitOf({ code, details: { detail } }: AppError): Readonly<Record<string, unknown>> | null {
  const until: unknown = code === 'rate_limited' && detail instanceof Object ? Reflect.get(detail, 'try_after') : null;
  return typeof until === 'number' ? { try_after: until } : null;
}
