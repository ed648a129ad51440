import { Handles } from '@lectern/bus';
import { announceZone, resolveAccount, verifyScimToken, verifyUserCredential } from '@lectern/contracts/accounts';
import { type AnyOperation, AppError, type Call, operation, streamOperation } from '@lectern/contracts/core';
import { Controller, Module, type Type } from '@nestjs/common';
import { unchecked } from '../access/access-world.fixture';

/** Instructions for the handlers below, and their calls. */
export interface EndlessScene {
  /** Whether streams have values before they wait. */
  hasBegun: boolean;
  /** Names of operations whose signal aborted, once for each call. */
  readonly stopped: string[];
  /** Answer of binary operations. */
  readonly blob: { readonly key: string; readonly sizeBytes: number };
}

/** Longer than a document that is answered at once. */
const DOCUMENT_CHARS = 300_000;

/** As it is served here: nothing about it is checked but who may call, and its values are written as they are. */
export function endless(declared: AnyOperation): AnyOperation {
  const { http, doors = [], ...rest } = unchecked(declared);
  const plain = { respond: undefined, member: undefined, collect: undefined, otherReply: undefined };
  return {
    ...rest,
    ...(http && { http: { ...http, ...plain } }),
    doors: doors.map((door) => ({ ...door, http: { ...door.http, ...plain } })),
  };
}

/** Handles each operation by waiting until its signal aborts; binary ones answer a blob, uploads accept any body. */
export function endlessServices(operations: readonly AnyOperation[], scene: EndlessScene): Type {
  @Controller()
  class EndlessHandlers {}
  const ofAccess = [announceZone, resolveAccount, verifyScimToken, verifyUserCredential];
  const handled = new Set<string>(ofAccess.map(({ name }) => name));
  for (const declared of operations.filter(({ name }) => !handled.has(name))) {
    const { name, summary, stream } = declared;
    const method = { value: handlerOf(declared, scene), writable: true, configurable: true };
    Object.defineProperty(EndlessHandlers.prototype, name, method);
    // Longer than the test, however slow the machine is.
    const parts = { name, summary, deadlineMs: 600_000 };
    const handles = stream ? Handles(streamOperation(parts)) : Handles(operation(parts));
    handles(EndlessHandlers.prototype, name, method as never); // made for this very operation
  }
  @Module({ controllers: [EndlessHandlers] })
  class EndlessModule {}
  return EndlessModule;
}

function handlerOf({ name, http, stream, document }: AnyOperation, scene: EndlessScene) {
  if (stream) {
    return async function* stayOpen({ signal }: Call) {
      if (scene.hasBegun)
        yield document ? { path: ['text'], text: 'x'.repeat(DOCUMENT_CHARS) } : firstValueOf(http?.reply);
      await aborted(signal);
      scene.stopped.push(name);
    };
  }
  return async ({ signal }: Call) => {
    if (http?.reply === 'binary' && scene.hasBegun) return scene.blob;
    if (http?.bodyKind !== undefined && http.bodyKind !== 'json') return {};
    await aborted(signal);
    scene.stopped.push(name);
    throw new AppError('cancelled', 'Nobody waits any more');
  };
}

function firstValueOf(reply: string | undefined): unknown {
  return reply === 'binary' ? Buffer.from('bytes') : reply === 'text' ? 'text' : { item: 1 };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
