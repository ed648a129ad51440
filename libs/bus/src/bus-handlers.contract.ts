import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, event, operation, type Request, streamOperation } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import type { Bus } from './bus';
import { callContext } from './call-context';
import { Handles, On } from './handles';

class Params {
  kbid!: string;
}

export class Payload {
  [member: string]: unknown;
}

export const echo = operation({
  name: 'try.echo.get',
  summary: 'Answer the request',
  params: Params,
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const fail = operation({
  name: 'try.echo.fail',
  summary: 'Throw',
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const wait = operation({
  name: 'try.wait.get',
  summary: 'Wait for the signal',
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const large = operation({
  name: 'try.large.get',
  summary: 'Answer so many bytes',
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const nobody = operation({ name: 'try.nobody.get', summary: 'Has no handler', deadlineMs: 5_000 });
export const outer = operation({
  name: 'try.outer.get',
  summary: 'Ask wait in turn',
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const count = streamOperation({
  name: 'try.number.list',
  summary: 'Count',
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const where = operation({
  name: 'try.process.get',
  summary: 'Say which process this is',
  addressed: true,
  body: Payload,
  answer: Payload,
  deadlineMs: 5_000,
});
export const countHere = streamOperation({
  name: 'try.process.count',
  summary: 'Count in this process',
  addressed: true,
  body: Payload,
  answer: Payload,
  deadlineMs: 60_000,
});
export const noticed = event<{ readonly number: number; readonly vector?: Float32Array }>('try.number.noticed');

/** Records the calls and events that the handlers of one process received. */
export class Seen {
  readonly aborts: unknown[] = [];
  readonly events: unknown[] = [];
  readonly alsoEvents: unknown[] = [];
  finished = 0;
  yielded = 0;
  left = 0;
}

/** Handlers that follow the instructions in the body of the call. */
export function handlersFor(seen: Seen, bus: Bus) {
  @Controller()
  class TryHandlers {
    @Handles(echo)
    async echo({ signal, ...request }: Request<typeof echo>): Promise<Payload> {
      return { ...request, aborted: signal.aborted, context: callContext.getStore() };
    }

    @Handles(fail)
    async fail({ body }: Request<typeof fail>): Promise<Payload> {
      if (body['bug']) throw new TypeError('a secret of the handler');
      throw new AppError(
        'conflict',
        'It exists',
        { detail: { id: 7 }, headers: { 'Retry-After': '3' } },
        { cause: 'hidden' },
      );
    }

    @Handles(wait)
    async wait({ body, signal }: Request<typeof wait>): Promise<Payload> {
      signal.addEventListener('abort', () => seen.aborts.push(signal.reason));
      await sleep(Number(body['ms']), undefined, body['deaf'] ? {} : { signal });
      seen.finished++;
      return { waited: true };
    }

    @Handles(large)
    async large({ body }: Request<typeof large>): Promise<Payload> {
      return { text: 'x'.repeat(Number(body['bytes'])) };
    }

    @Handles(outer)
    outer({ body, principal, signal }: Request<typeof outer>): Promise<Payload> {
      return bus.request(wait, { body }, { principal, signal });
    }

    @Handles(count)
    async *count({ body, signal }: Request<typeof count>): AsyncIterable<Payload> {
      const { to = Infinity, everyMs = 0, size = 0, failAt = -1, waitAt = -1, endless = false } = Object(body);
      signal.addEventListener('abort', () => seen.aborts.push(signal.reason));
      try {
        for (let number = 0; number < to; number++) {
          if (number === failAt) throw new AppError('provider_failed', `No more after ${number}`);
          if (number === waitAt) await sleep(60_000, undefined, { signal, ref: false });
          if (everyMs) await sleep(everyMs, undefined, endless ? {} : { signal });
          seen.yielded++;
          yield size ? { number, text: 'x'.repeat(size) } : { number };
        }
      } finally {
        seen.left++;
      }
    }

    @Handles(where)
    async where(): Promise<Payload> {
      return { process: bus.process };
    }

    @Handles(countHere)
    async *countHere({ signal }: Request<typeof countHere>): AsyncIterable<Payload> {
      yield { process: bus.process };
      await sleep(60_000, undefined, { signal, ref: false });
    }

    @On(noticed)
    async notice(data: { readonly number: number }): Promise<void> {
      if (data.number < 0) throw new Error('a listener that fails');
      await sleep(1);
      seen.events.push(data);
    }

    @On(noticed)
    alsoNotice(data: { readonly number: number }): void {
      seen.alsoEvents.push(data);
    }
  }
  return TryHandlers;
}

/** @throws Error when it does not hold in time */
export async function until(holds: () => boolean, timeoutMs = 10_000): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`It does not hold after ${timeoutMs} ms: ${holds}`);
    await sleep(5);
  }
}
