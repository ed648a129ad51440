import type { JsonSchema } from '@lectern/contracts';
import type { HttpOperation } from '../route/http-operation';
import type { AnswerBook } from './answer-book';

const contentTypes = {
  ndjson: 'application/x-ndjson',
  binary: 'application/octet-stream',
  text: 'text/plain',
  json: 'application/json',
};

/** Responses that an operation gives on purpose, by status. */
export function successesOf(operation: HttpOperation, answers: AnswerBook): Readonly<Record<string, JsonSchema>> {
  const { success, alsoAnswers = [] } = operation.http;
  return Object.fromEntries([success, ...alsoAnswers].map((status) => [String(status), successOf(operation, answers)]));
}

function successOf(operation: HttpOperation, answers: AnswerBook): JsonSchema {
  const { reply = 'json', collect } = operation.http;
  if (reply === 'empty') return { description: 'Done' };
  if (reply === 'null') return { description: 'Done', content: { 'application/json': { schema: { type: 'null' } } } };
  const { example } = operation;
  return {
    description: reply === 'ndjson' ? 'A JSON document on every line' : 'Success',
    content: {
      [contentTypes[reply]]: { schema: bodyOf(operation, answers), ...(example !== undefined && { example }) },
      ...(collect && { 'application/json': { schema: answers.refer(collect.writes) } }),
    },
  };
}

/** @throws Error when nothing says what the operation answers */
function bodyOf(
  { name, http, answer: value, document: answer = value }: HttpOperation,
  answers: AnswerBook,
): JsonSchema {
  const { reply, member, writes } = http;
  if (reply === 'binary') return {};
  if (reply === 'text') return { type: 'string' };
  if (writes) return answers.refer(writes);
  if (!answer) throw new Error(`${name} does not say what it answers`);
  return member === undefined ? answers.refer(answer) : answers.member(answer, member);
}
