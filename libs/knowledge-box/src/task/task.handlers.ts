import { Handles } from '@lectern/bus';
import { AppError, naiveUtc, type Request } from '@lectern/contracts/core';
import {
  listTasks,
  replayTasks,
  type Tasks,
  type TasksReplayed,
  type TaskView,
} from '@lectern/contracts/knowledge-box';
import { type JobView, TaskQueue } from '@lectern/database';
import { Controller } from '@nestjs/common';

/** Lets operators inspect and replay failed tasks. */
@Controller()
export class TaskHandlers {
  constructor(private readonly queue: TaskQueue) {}

  @Handles(listTasks)
  async list({ query }: Request<typeof listTasks>): Promise<Tasks> {
    if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor))
      throw new AppError('invalid_request', 'Unknown cursor');
    const { items, cursor } = await this.queue.list(query);
    return { tasks: items.map(shownTask), cursor: cursor ?? null };
  }

  @Handles(replayTasks)
  async replay({ body: { id } }: Request<typeof replayTasks>): Promise<TasksReplayed> {
    if (id === undefined || id === null) return { replayed: await this.queue.replayFailed() };
    await this.queue.replay(id);
    return { replayed: 1 };
  }
}

function shownTask({
  id,
  task,
  payload,
  state,
  attempts,
  attemptsMax,
  lastError,
  runAt,
  createdAt,
}: JobView): TaskView {
  const times = { next: naiveUtc(runAt), created: naiveUtc(createdAt) };
  return { id, task, payload, state, attempts, attempts_max: attemptsMax, error: lastError, ...times };
}
