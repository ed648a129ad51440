import type { Call, Input, Lane } from '@lectern/contracts/core';
import { iteratorOf, type OperationHandler } from './handlers';

/** A slot of a lane. */
export interface LaneSlot {
  /** Gives the slot back; calls after the first do nothing. */
  readonly leave: () => void;
  /** A stream gives it back with its first value: the work is done by then, and only the reader sets the pace. */
  readonly untilFirstValue: boolean;
}

/** Decides when calls of operations with a lane may begin. */
export interface Admission {
  /** @throws AppError `unavailable` with the time to retry, `cancelled` */
  enter(lane: Lane, request: Input & Call): Promise<LaneSlot>;
}

/** The same handler, but each call starts only when it has a slot. */
export function admitted(handler: OperationHandler, lane: Lane, admission: Admission): OperationHandler {
  const { handle, ...kind } = handler;
  const enter = (request: unknown) => admission.enter(lane, request as Input & Call); // made by the bus
  if (kind.stream)
    return {
      ...kind,
      handle: async (request) =>
        valuesOf(
          () => enter(request),
          () => handle(request),
        ),
    };
  return {
    ...kind,
    handle: async (request) => {
      const { leave } = await enter(request);
      try {
        return await handle(request);
      } finally {
        leave();
      }
    },
  };
}

/** Requests the slot together with the first value: a stream that nobody reads needs none. */
async function* valuesOf(enter: () => Promise<LaneSlot>, handle: () => Promise<unknown>): AsyncGenerator<unknown> {
  const { leave, untilFirstValue } = await enter();
  try {
    const iterator = iteratorOf(await handle());
    for await (const value of { [Symbol.asyncIterator]: () => iterator }) {
      if (untilFirstValue) leave();
      yield value;
    }
  } finally {
    leave();
  }
}
