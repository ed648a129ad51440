import type { HttpAnswer } from '@lectern/contracts/core';
import type { HttpOperation } from '../route/http-operation';

/** An answer, or one value of a stream, for the socket. */
export function httpAnswerOf(value: unknown, { http }: HttpOperation): HttpAnswer {
  if (http.respond) return http.respond(value);
  // Bodies that are a member are those of objects.
  return { body: http.member === undefined ? value : Reflect.get(value as object, http.member) };
}
