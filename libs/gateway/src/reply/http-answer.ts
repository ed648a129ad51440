import type { HttpAnswer, PageParts } from '@lectern/contracts/core';
import type { HttpOperation } from '../operation/http-operation';

const noPage: PageParts = { formToken: '' };

/** An answer, or one value of a stream, for the socket. */
export function httpAnswerOf(value: unknown, { http }: HttpOperation, page: PageParts = noPage): HttpAnswer {
  if (http.respond) return http.respond(value, page);
  // Bodies that are a member are those of objects.
  return { body: http.member === undefined ? value : Reflect.get(value as object, http.member) };
}
