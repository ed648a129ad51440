import type { InterfaceExample, JsonSchema, Reply, WireNames } from '@lectern/contracts/core';
import type { HttpOperation } from '../operation/http-operation';
import type { AnswerBook } from './answer-book';

const contentTypes = {
  ndjson: 'application/x-ndjson',
  binary: 'application/octet-stream',
  text: 'text/plain',
  events: 'text/event-stream',
  html: 'text/html',
  json: 'application/json',
};

export interface AnswerParts {
  readonly answers: AnswerBook;
  readonly names: WireNames;
  readonly example: InterfaceExample | undefined;
}

const REDIRECT = {
  description: 'Redirects to where the content is',
  headers: { Location: { schema: { type: 'string', format: 'uri-reference' }, description: 'Where to get it' } },
};

const PARTIAL = 206;
const NO_CONTENT = 204;

/** Headers that `downloadAnswer` writes. */
const headersOfBytes = {
  'Accept-Ranges': 'Always `bytes`',
  'Content-Disposition': '`inline`, or `attachment` with the name of the file',
  'Content-Security-Policy': 'Of a type that may run scripts, when it is shown inline: keeps it from doing so',
  'Referrer-Policy': 'With `Content-Security-Policy`: always `no-referrer`',
};
const headersOfPart = { 'Content-Range': 'Which bytes these are, and of how many' };

/** Responses that an operation gives on purpose, by status. */
export function successesOf(operation: HttpOperation, parts: AnswerParts): Readonly<Record<string, JsonSchema>> {
  if (operation.refuses) return {};
  const { success, alsoAnswers = [] } = operation.http;
  const all = [success, ...alsoAnswers].map((status) => [String(status), successOf(operation, { ...parts, status })]);
  return Object.fromEntries(all);
}

function successOf(
  operation: HttpOperation,
  { answers, names, example, status }: AnswerParts & { readonly status: number },
): JsonSchema {
  const { reply = 'json', collect, otherReply, alsoJson } = operation.http;
  const headers = headersOf(operation, { names, status });
  if (status >= 300 && status < 400) {
    // Of bytes that are elsewhere nothing is said.
    const own = reply === 'binary' ? {} : Object(headers['headers']);
    return { ...REDIRECT, headers: { ...REDIRECT.headers, ...own } };
  }
  if (reply === 'empty' || status === NO_CONTENT) return { description: 'Done', ...headers };
  if (reply === 'null')
    return { description: 'Done', ...headers, content: { 'application/json': { schema: { type: 'null' } } } };
  const recorded = (type: string) =>
    example?.status === status && example.contentType === type && { example: names.writeJson(example.answer) };
  const type = operation.http.contentType ?? typeOf(reply);
  const schema = bodyOf(operation, answers);
  return {
    description: reply === 'ndjson' ? 'A JSON document on every line' : 'Success',
    ...headers,
    content: {
      // First, as generators of clients take the first type that they know.
      ...(collect && {
        'application/json': { schema: answers.refer(collect.writes), ...recorded('application/json') },
      }),
      [type]: { schema, ...recorded(type) },
      ...(alsoJson && { 'application/json': { schema: { type: 'string' } } }),
      ...(otherReply && { [typeOf(otherReply.reply)]: { schema: { type: 'string' } } }),
      // The media type that the file was uploaded with; generators of clients know octet streams only.
      ...(reply === 'binary' && { '*/*': { schema } }),
    },
  };
}

function typeOf(reply: Reply): string {
  return reply === 'null' || reply === 'empty' || reply === 'redirect' ? contentTypes.json : contentTypes[reply];
}

const headersOfWait = { 'Preference-Applied': 'How long the request was to wait, where it preferred to: `wait=5`' };

function headersOf(
  { http: { answerHeaders, reply, stores } }: HttpOperation,
  { names, status }: { readonly names: WireNames; readonly status: number },
): JsonSchema {
  const all = {
    ...(reply === 'binary' && headersOfBytes),
    ...(reply === 'binary' && status === PARTIAL && headersOfPart),
    ...answerHeaders,
    ...(stores && headersOfWait),
  };
  const described = Object.entries(all).map(([name, description]) => [
    names.headerOut(name),
    { schema: { type: 'string' }, description },
  ]);
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}

/** @throws Error when nothing says what the operation answers */
function bodyOf(
  { name, http, answer: value, document: answer = value }: HttpOperation,
  answers: AnswerBook,
): JsonSchema {
  const { reply, member, writes } = http;
  if (reply === 'binary') return { type: 'string', format: 'binary' };
  if (reply === 'text' || reply === 'events' || reply === 'html') return { type: 'string' };
  if (writes) return answers.refer(writes);
  if (!answer) throw new Error(`${name} does not say what it answers`);
  return member === undefined ? answers.refer(answer) : answers.member(answer, member);
}
