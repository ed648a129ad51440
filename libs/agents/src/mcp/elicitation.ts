import type { FeedbackRequest } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { CHAT_TEXT_CHARS_MAX } from '@lectern/contracts/search';
import { answerSchemas } from '@lectern/json-schema';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';
import type { CheckCircumstances } from './tool-arguments';

type Form = ElicitRequestFormParams['requestedSchema'];

/** Member of a form for an answer that is a text. */
const TEXT = 'response';
const FIELDS_MAX = 50;
const CHOICES_MAX = 200;
const NAME_CHARS_MAX = 200;

/** A question to the user as a form, which the client shows. */
export async function elicitationOf(question: FeedbackRequest): Promise<ElicitRequestFormParams> {
  const { ElicitRequestFormParamsSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const asked = (requestedSchema: unknown) =>
    ElicitRequestFormParamsSchema.safeParse({ mode: 'form', message: question.question, requestedSchema });
  const own = asked(formOf(question));
  if (own.success) return own.data;
  const { question: text, response_schema: schema } = question;
  const message = `${text}\n\nAnswer with JSON that fits this schema: ${JSON.stringify(schema)}`;
  return { mode: 'form', message, requestedSchema: textForm };
}

/**
 * The answer to a question, of the content of its form.
 *
 * @throws AppError `invalid_request` when the content does not fit
 */
export async function answerOfForm(
  question: FeedbackRequest,
  said: string,
  circumstances: CheckCircumstances,
): Promise<string> {
  const { requestedSchema } = await elicitationOf(question);
  // As `saidByClient` made it.
  const content = JSON.parse(said) as Readonly<Record<string, unknown>>;
  const problem = await answerSchemas.problemOf(requestedSchema, content, circumstances);
  if (problem !== undefined) throw new AppError('invalid_request', `Invalid answer: ${problem}`);
  const { [TEXT]: text } = content;
  if (requestedSchema === textForm || isText(question)) return String(text);
  const { prompt_id, ...data } = content;
  return JSON.stringify(choicesOf(question) ? { prompt_id, data } : content);
}

/** What a message of a client answers. */
export interface ClientAnswer {
  readonly requestId: string;
  /** JSON of the content of a form; absent: the user does not want to answer. */
  readonly response?: string;
}

/**
 * The answers among messages; undefined for those that are requests or notifications.
 *
 * @throws AppError `bad_request` for answers that are none of the protocol, and for both in one list
 */
export function clientAnswers(messages: unknown): readonly ClientAnswer[] | undefined {
  const all = [messages].flat();
  const answers = all.filter(isAnswer);
  if (answers.length === 0) return undefined;
  if (answers.length < all.length) throw badAnswer('a list has either answers or requests');
  return answers.map(clientAnswer);
}

interface AnswerMessage {
  readonly id?: unknown;
  readonly result?: unknown;
}

function isAnswer(message: unknown): message is AnswerMessage {
  if (typeof message !== 'object' || message === null || 'method' in message) return false;
  return 'result' in message || 'error' in message;
}

function clientAnswer({ id, result }: AnswerMessage): ClientAnswer {
  if (typeof id !== 'string' || id.length > NAME_CHARS_MAX) throw badAnswer('this server asked nothing under this id');
  // A client that fails to ask its user says so.
  if (result === undefined) return { requestId: id };
  const { action, content = {} }: { readonly action?: unknown; readonly content?: unknown } = Object(result);
  if (action === 'decline' || action === 'cancel') return { requestId: id };
  if (action !== 'accept' || typeof content !== 'object' || content === null)
    throw badAnswer('this is no answer to it');
  const response = JSON.stringify(content);
  if (response.length > CHAT_TEXT_CHARS_MAX) throw badAnswer(`it has more than ${CHAT_TEXT_CHARS_MAX} characters`);
  return { requestId: id, response };
}

const INVALID_REQUEST = -32_600;

function badAnswer(reason: string): AppError {
  return new AppError('bad_request', `Invalid answer: ${reason}`, { detail: { code: INVALID_REQUEST } });
}

const textForm: Form = {
  type: 'object',
  properties: { [TEXT]: { type: 'string', title: 'Answer' } },
  required: [TEXT],
};

/** May have members that no form has. */
function formOf(question: FeedbackRequest): object {
  const choices = choicesOf(question);
  if (choices) return formOfChoices(choices);
  return question.response_schema === null ? textForm : { type: 'object', ...question.response_schema };
}

function isText(question: FeedbackRequest): boolean {
  return question.response_schema === null && !choicesOf(question);
}

interface Choice {
  readonly name: string;
  readonly title?: unknown;
  readonly arguments?: unknown;
}

/** The prompts that can be chosen, where a question offers some. */
function choicesOf({ data, response_schema: schema }: FeedbackRequest): readonly Choice[] | undefined {
  if (schema !== null || !Array.isArray(data) || data.length === 0 || data.length > CHOICES_MAX) return undefined;
  return data.every(isChoice) ? data : undefined;
}

function isChoice(value: unknown): value is Choice {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** One choice, and the arguments of all choices. */
function formOfChoices(choices: readonly Choice[]): object {
  const names = choices.map(({ name, title }) => ({ const: name, title: typeof title === 'string' ? title : name }));
  const taken = choices.flatMap((choice) => (Array.isArray(choice.arguments) ? choice.arguments.filter(isChoice) : []));
  const fields = taken.slice(0, FIELDS_MAX).map(({ name }) => [name, { type: 'string' }] as const);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), prompt_id: { type: 'string', title: 'Prompt', oneOf: names } },
    required: ['prompt_id'],
  };
}
