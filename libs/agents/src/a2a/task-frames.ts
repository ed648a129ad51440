import { randomUUID } from 'node:crypto';
import type { FeedbackRequest, InteractionFrame } from '@lectern/contracts/agents';
import { ENDED_BY_USER } from '../interaction/interaction-run';

/** Names of states, as version 1.0 of the protocol writes them. */
export type TaskStateName =
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED';

/** Texts of one message or artifact. */
const TEXT_CHARS_MAX = 1_000_000;
/** Id of the artifact with the answer. */
const ANSWER = 'answer';
const DATA_TYPE = 'application/json';

interface WirePart {
  readonly text?: string;
  readonly data?: unknown;
  readonly mediaType?: string;
}

/** What a task is, in the JSON of version 1.0. */
export interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: WireStatus;
  readonly artifacts: readonly object[];
}

interface WireStatus {
  readonly state: TaskStateName;
  readonly message?: object;
  readonly timestamp: string;
}

/** Which interaction a task is, and when it is looked at. */
export interface TaskPlace {
  readonly id: string;
  readonly contextId: string;
  readonly now: Date;
}

/** The question to the user that the last frame asks. */
export function openQuestion(frames: readonly InteractionFrame[]): FeedbackRequest | undefined {
  return frames.at(-1)?.feedback ?? undefined;
}

/** Whether an interaction has ended with these frames. */
export function isEnded(frames: readonly InteractionFrame[]): boolean {
  return frames.some(({ operation, exception }) => operation === 3 || (operation === 4 && exception !== null));
}

/** The task after these frames. */
export function taskOf(frames: readonly InteractionFrame[], place: TaskPlace): WireTask {
  const { id, contextId } = place;
  const answered = frames.find(({ answer }) => answer !== null);
  const decisive = answered ?? frames.find(({ exception }) => exception !== null) ?? frames.at(-1);
  return {
    id,
    contextId,
    status: statusAfter(decisive, place),
    artifacts: answered ? [artifactOf(answered)] : [],
  };
}

/** The event for a frame, in the JSON of version 1.0. @param isFirstPiece of the answer that is being made */
export function updatesOf(frame: InteractionFrame, place: TaskPlace, isFirstPiece: boolean): readonly object[] {
  const { id: taskId, contextId } = place;
  const { answer, exception, feedback, step, streaming_response_chunk: piece } = frame;
  const status = { statusUpdate: { taskId, contextId, status: statusAfter(frame, place) } };
  const artifact = (more: object) => ({ artifactUpdate: { taskId, contextId, ...more } });
  if (answer !== null) return [artifact({ artifact: artifactOf(frame), append: false, lastChunk: true }), status];
  if (piece && piece.text !== '') {
    const made = { artifactId: ANSWER, name: ANSWER, parts: [{ text: piece.text }] };
    return [artifact({ artifact: made, append: !isFirstPiece, lastChunk: false })];
  }
  return exception || feedback || step ? [status] : [];
}

function statusAfter(frame: InteractionFrame | undefined, place: TaskPlace): WireStatus {
  const timestamp = place.now.toISOString();
  const said = (...parts: readonly WirePart[]) => ({ message: taskMessageOf(parts, place), timestamp });
  if (!frame) return { state: 'TASK_STATE_WORKING', timestamp };
  const { answer, exception, feedback, step } = frame;
  if (answer !== null) return { state: 'TASK_STATE_COMPLETED', timestamp };
  if (exception) {
    const isCanceled = exception.detail === ENDED_BY_USER;
    return { state: isCanceled ? 'TASK_STATE_CANCELED' : 'TASK_STATE_FAILED', ...said({ text: exception.detail }) };
  }
  if (feedback) return { state: 'TASK_STATE_INPUT_REQUIRED', ...said(...questionParts(feedback)) };
  if (!step) return { state: 'TASK_STATE_WORKING', timestamp };
  const text = [step.title || step.module, step.value ?? ''].filter((part) => part !== '').join(': ');
  return { state: 'TASK_STATE_WORKING', ...said({ text }) };
}

/** The question, and what an answer may be. */
function questionParts({ question, data, response_schema, timeout_ms }: FeedbackRequest): readonly WirePart[] {
  const more = { timeout_ms, ...(data !== null && { data }), ...(response_schema !== null && { response_schema }) };
  return [{ text: question }, { data: more, mediaType: DATA_TYPE }];
}

function taskMessageOf(parts: readonly WirePart[], { id: taskId, contextId }: TaskPlace): object {
  const bounded = parts.map((part) => (part.text === undefined ? part : { text: part.text.slice(0, TEXT_CHARS_MAX) }));
  return { messageId: randomUUID(), taskId, contextId, role: 'ROLE_AGENT', parts: bounded };
}

/** The answer, and with it its sources and charts. */
function artifactOf(frame: InteractionFrame): object {
  const { answer, answer_citations: citations, answer_urls: urls, data_visualizations: charts } = frame;
  const more = {
    ...(citations && { citations: citations.metadata }),
    ...(urls && urls.length > 0 && { urls }),
    ...(charts && charts.length > 0 && { data_visualizations: charts }),
  };
  const data = Object.keys(more).length > 0 ? [{ data: more, mediaType: DATA_TYPE }] : [];
  return { artifactId: ANSWER, name: ANSWER, parts: [{ text: (answer ?? '').slice(0, TEXT_CHARS_MAX) }, ...data] };
}
