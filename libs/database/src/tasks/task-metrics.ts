import { Metrics, Rounds } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';
import type { TaskQueue } from './task-queue';

/** An attempt at a task that ended in this process. */
export interface EndedAttempt {
  readonly task: string;
  /** `given_up`: it failed, and will not be retried automatically. */
  readonly outcome: 'done' | 'failed' | 'given_up' | 'interrupted' | 'postponed';
  readonly durationMs: number;
}

const COUNT_EVERY_MS = 15_000;

/** Metrics of the tasks of all schemas of this process; absent where nobody collects them. */
@Injectable()
export class TaskMetrics {
  private readonly attempts;
  private readonly jobs;

  constructor(@Optional() metrics?: Metrics) {
    this.attempts = metrics?.histogram<'task' | 'outcome'>({
      name: 'task_seconds',
      help: 'Attempts at tasks that ended in this process',
      labels: ['task', 'outcome'],
    });
    this.jobs = metrics?.gauge<'task' | 'state'>({
      name: 'tasks',
      help: 'Tasks that are to be done, of the whole deployment: every process that works on them says the same',
      labels: ['task', 'state'],
    });
  }

  readonly observe = ({ task, outcome, durationMs }: EndedAttempt): void => {
    this.attempts?.observe({ task, outcome }, durationMs / 1_000);
  };

  /** Counts pending jobs four times a minute, until the returned function is called. */
  watch(queue: TaskQueue): () => void {
    if (!this.jobs) return () => undefined;
    const seen = new Set<string>();
    const failure = 'Tasks are counted later';
    const counting = new Rounds(() => this.count(queue, seen), { name: `Tasks ${queue.schema}`, failure });
    counting.start(COUNT_EVERY_MS);
    void counting.run();
    return () => void counting.stop();
  }

  private async count(queue: TaskQueue, seen: Set<string>): Promise<void> {
    const counts = new Map((await queue.counts()).map(({ task, state, count }) => [`${task} ${state}`, count]));
    for (const key of counts.keys()) seen.add(key);
    for (const key of seen) {
      const [task = '', state = ''] = key.split(' ');
      this.jobs?.set({ task, state }, counts.get(key) ?? 0);
    }
  }
}
