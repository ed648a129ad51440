import { DEFAULT_WORKFLOW } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { QUERY_CHARS_MAX } from '@lectern/contracts/search';
import type { SendMessageRequest } from '@a2a-js/sdk';

const PARTS_MAX = 100;

/** What a message of another agent says. */
export interface TaskMessage {
  /** Of the session; undefined when it begins one. */
  readonly contextId?: string;
  /** Of the task that it continues. */
  readonly taskId?: string;
  readonly text: string;
  /** Structured parts, one after the other. */
  readonly data: readonly unknown[];
  readonly workflow: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whether it wants an answer at once. */
  readonly isDetached: boolean;
}

/** Says that parts of a message cannot be read. */
export class UnreadableParts extends AppError {
  constructor() {
    super('invalid_request', 'Parts of messages are texts or data');
  }
}

/** @throws AppError `invalid_request` for a message without text, and UnreadableParts */
export function taskMessage({ message, metadata, configuration }: SendMessageRequest): TaskMessage {
  if (!message || message.messageId === '') throw new AppError('invalid_request', 'message.messageId: Field required');
  const { parts, contextId, taskId } = message;
  if (parts.length > PARTS_MAX) throw new AppError('invalid_request', `A message has at most ${PARTS_MAX} parts`);
  if (parts.some(({ content }) => content?.$case !== 'text' && content?.$case !== 'data')) throw new UnreadableParts();
  const text = parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('\n');
  const data: readonly unknown[] = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  if (text.trim() === '' && data.length === 0) throw new AppError('invalid_request', 'A message has a text');
  if (text.length > QUERY_CHARS_MAX)
    throw new AppError('invalid_request', `A message has at most ${QUERY_CHARS_MAX} characters`);
  const said = { ...metadata, ...message.metadata } as Readonly<Record<string, unknown>>; // The SDK says `any`.
  const { workflow_id: workflow = DEFAULT_WORKFLOW, arguments: values = {} } = said;
  if (typeof workflow !== 'string') throw new AppError('invalid_request', 'metadata.workflow_id: must be a string');
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new AppError('invalid_request', 'metadata.arguments: must be an object');
  return {
    ...(contextId !== '' && { contextId }),
    ...(taskId !== '' && { taskId }),
    text,
    data,
    workflow,
    arguments: values as TaskMessage['arguments'], // An object, as was checked.
    isDetached: configuration?.returnImmediately ?? false,
  };
}

/** What an answer to a question of the agent says: its text, or its data as JSON. */
export function answerOfMessage({ text, data: [first] }: TaskMessage): string {
  return text === '' ? JSON.stringify(first) : text;
}
