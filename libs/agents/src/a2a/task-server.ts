import { AppError } from '@lectern/contracts/core';
import type { AgentCard, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { Logger } from '@nestjs/common';
import type { A2aSdk } from './a2a-sdk';
import type { A2aTasks, TaskCaller } from './a2a-tasks';
import { TaskDoesNotWait } from './task-does-not-wait';
import { taskEvents, untilHalt } from './task-events';
import { isEnded, taskOf } from './task-frames';
import { taskMessage, UnreadableParts } from './task-message';

const logger = new Logger('A2a');

interface ServedAgent {
  readonly tasks: A2aTasks;
  readonly caller: TaskCaller;
  readonly card: AgentCard;
  readonly sdk: A2aSdk;
}

/** What the SDK calls for messages to an agent, for one caller. */
export function taskServer({ tasks, caller, card, sdk }: ServedAgent): A2ARequestHandler {
  const { types, errors } = sdk;
  const task = (json: unknown): Task => types.Task.fromJSON(json);
  const events = async function* (...of: Parameters<typeof taskEvents>) {
    for await (const json of taskEvents(...of)) yield types.StreamResponse.fromJSON(json);
  };
  const known = <T>(work: () => Promise<T>) => work().catch((error: unknown) => Promise.reject(shownError(error, sdk)));
  const noCalls = async (): Promise<never> => {
    throw new errors.PushNotificationNotSupportedError();
  };

  async function* shown(work: () => AsyncGenerator<StreamResponse>): AsyncGenerator<StreamResponse, void, undefined> {
    try {
      yield* work();
    } catch (error) {
      throw shownError(error, sdk);
    }
  }

  const look = async (id: string) => {
    const { place, frames } = await tasks.look(id, caller);
    return task(taskOf(frames, place));
  };
  const send = (request: SendMessageRequest, isStream: boolean) => tasks.send(taskMessage(request), caller, isStream);

  return {
    getAgentCard: async () => card,
    getAuthenticatedExtendedAgentCard: async () => card,
    sendMessage: (request) =>
      known(async () => {
        if (request.configuration?.taskPushNotificationConfig) return noCalls();
        const running = await send(request, false);
        const { id, contextId } = running;
        if (taskMessage(request).isDetached) return look(id);
        for await (const _ of untilHalt(running));
        const { frames } = await tasks.look(id, caller);
        return task(taskOf(frames, { id, contextId, now: new Date() }));
      }),
    sendMessageStream: (request) =>
      shown(async function* () {
        if (request.configuration?.taskPushNotificationConfig) await noCalls();
        yield* events(await send(request, true), []);
      }),
    getTask: ({ id }) => known(() => look(id)),
    cancelTask: ({ id }) =>
      known(async () => {
        await tasks.cancel(id, caller).catch((error: unknown) => {
          throw error instanceof TaskDoesNotWait ? new errors.TaskNotCancelableError() : error;
        });
        for await (const _ of untilHalt(await tasks.follow(id, 0, caller)));
        return look(id);
      }),
    resubscribe: ({ id }) =>
      shown(async function* () {
        const { frames } = await tasks.look(id, caller);
        if (isEnded(frames)) throw new errors.UnsupportedOperationError('The task has ended');
        yield* events(await tasks.follow(id, frames.length, caller), frames);
      }),
    listTasks: async () => {
      throw new errors.UnsupportedOperationError('This agent does not list its tasks');
    },
    createTaskPushNotificationConfig: noCalls,
    getTaskPushNotificationConfig: noCalls,
    listTaskPushNotificationConfigs: noCalls,
    deleteTaskPushNotificationConfig: noCalls,
  };
}

/** An error of the protocol that says no more than callers may know. */
function shownError(error: unknown, { errors }: A2aSdk): Error {
  if (error instanceof errors.A2AError) return error;
  if (error instanceof UnreadableParts) return new errors.ContentTypeNotSupportedError(error.message);
  if (error instanceof TaskDoesNotWait) return new errors.UnsupportedOperationError(error.message);
  if (!(error instanceof AppError) || error.code === 'internal') {
    logger.error({ message: 'A message over A2A failed', err: error });
    return new Error('Internal error');
  }
  if (error.code === 'not_found') {
    const isTask = /^(?:Task|Interaction)/.test(error.message);
    return isTask ? new errors.TaskNotFoundError() : new errors.RequestMalformedError(error.message);
  }
  const isOfCaller = error.code === 'invalid_request' || error.code === 'bad_request';
  return isOfCaller ? new errors.RequestMalformedError(error.message) : new Error(error.message);
}
