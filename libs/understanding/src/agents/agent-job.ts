import { AppError } from '@lectern/contracts/core';
import type { AgentTaskEntity } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { AgentBoxes } from './agent-boxes';
import type { Turn, TurnEnd } from './agent-turn';
import { ResourceAugmentation } from './resource-augmentation';

/** A task gives others their turn after so long. */
const TURN_MS = 60_000;
const RESOURCES_PER_PAGE = 50;
/** How long a task for new resources waits at most before it looks for some. */
const LOOK_EVERY_MS = 15_000;
const LOG_LINES_MAX = 20;
const LOG_CHARS_MAX = 8_000;

/** The last lines of a log with some more; what is repeated stands there once. */
export function loggedLines(log: string | null, lines: readonly string[]): string | null {
  const all = [...(log === null ? [] : log.split('\n')), ...lines.map((line) => line.replaceAll('\n', ' '))];
  const text = all
    .filter((line, at) => line !== all[at - 1])
    .slice(-LOG_LINES_MAX)
    .join('\n')
    .slice(-LOG_CHARS_MAX);
  return text === '' ? null : text;
}

/** Works on tasks, as far as a turn goes. */
@Injectable()
export class AgentJob {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly augmentation: ResourceAugmentation,
  ) {}

  /** @throws AppError as models and knowledge boxes do; what was kept before is done */
  async work(task: AgentTaskEntity, turn: Turn): Promise<TurnEnd> {
    return task.kind === 'request' ? this.walk(task, turn) : this.follow(task, turn);
  }

  /** Resources that are there, by their ids. */
  private async walk(task: AgentTaskEntity, turn: Turn): Promise<TurnEnd> {
    const endMs = performance.now() + TURN_MS;
    let { cursor, log } = task;
    for (;;) {
      const cleared = task.cleanupOf ?? undefined;
      const query = { kbid: task.kbid, after: cursor, limit: RESOURCES_PER_PAGE, task: cleared };
      const rids = await this.boxes.resources(query, turn.signal);
      for (const rid of rids) {
        log = loggedLines(log, await this.onResource(task, rid, turn));
        cursor = rid;
        await turn.keep({ cursor, log, retries: 0 });
        if (performance.now() > endMs) return { cursor, log, dueAt: new Date() };
      }
      if (rids.length < RESOURCES_PER_PAGE) return { cursor, log, dueAt: null, completedAt: new Date() };
    }
  }

  /** Resources that are processed from now on, in the order of the change feed. */
  private async follow(task: AgentTaskEntity, turn: Turn): Promise<TurnEnd> {
    const endMs = performance.now() + TURN_MS;
    let { cursor, log } = task;
    for (;;) {
      const page = await this.page(task.kbid, cursor, turn.signal);
      const rids = new Set(page.changes.flatMap((one) => (one.operation === 'processed' ? [one.resource_id] : [])));
      for (const rid of rids) log = loggedLines(log, await this.onResource(task, rid, turn));
      if (cursor !== page.cursor) {
        cursor = page.cursor;
        await turn.keep({ cursor, log, retries: 0 });
      }
      if (!page.has_more) return { cursor, log, dueAt: new Date(Date.now() + LOOK_EVERY_MS) };
      if (performance.now() > endMs) return { cursor, log, dueAt: new Date() };
    }
  }

  /** Behind changes that are no longer kept, the feed goes on with what happens from now on. */
  private async page(kbid: string, cursor: string, signal: AbortSignal) {
    try {
      return await this.boxes.changes(kbid, cursor, signal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'precondition_failed') throw error;
      return this.boxes.changes(kbid, '', signal);
    }
  }

  private async onResource(task: AgentTaskEntity, rid: string, turn: Turn): Promise<readonly string[]> {
    turn.signal.throwIfAborted();
    try {
      if (task.cleanupOf === null) return await this.augmentation.augment(task, rid, turn);
      await this.augmentation.clear(task, rid, turn.signal);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It is gone, or cannot keep it: trying again changes nothing.
      if (error.code === 'not_found') return [];
      if (error.code === 'invalid_request') return [`${rid}: ${error.message}`];
      throw error;
    }
  }
}
