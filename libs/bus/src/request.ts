import { randomBytes, randomUUID } from 'node:crypto';
import type { Call, Input } from '@lectern/contracts/core';
import type { CallOptions } from './bus';
import { callContext } from './call-context';
import type { RunningCall } from './running-call';

/** The request for the handler: members that the caller left out are empty, not absent. */
export function requestOf(input: Partial<Input>, { head, signal }: RunningCall): Input & Call {
  const { params = {}, query = {}, headers = {}, body } = input;
  return { params, query, headers, body, principal: head.principal, signal, requestId: head.requestId };
}

/** The caller's id, else the id of the current work, else a new one. */
export function requestIdOfCall({ requestId }: CallOptions): string {
  return requestId ?? callContext.getStore()?.requestId ?? randomUUID();
}

/** The caller's `traceparent`, else that of the current work, as a member of a message. */
export function traceOfCall({ traceparent }: CallOptions): Pick<CallOptions, 'traceparent'> {
  const known = traceparent ?? callContext.getStore()?.traceparent;
  return known === undefined ? {} : { traceparent: known };
}

/** A new id of a process, which is valid as a part of a subject. */
export function newProcessId(): string {
  return randomBytes(9).toString('base64url');
}

/** @throws Error when the call names a process, and the operation is not declared as `addressed` */
export function checkAddressed(
  { name, addressed }: { readonly name: string; readonly addressed?: true },
  { to }: CallOptions,
): void {
  if (to !== undefined && !addressed)
    throw new Error(`${name} cannot be sent to a process: declare it as \`addressed\``);
}

/** The shorter of the operation's own deadline and the caller's. */
export function deadlineOf(operation: { readonly deadlineMs: number }, { deadlineMs }: CallOptions): number {
  return Math.min(operation.deadlineMs, deadlineMs ?? Infinity);
}
