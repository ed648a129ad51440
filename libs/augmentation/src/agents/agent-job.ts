import { AppError } from '@lectern/contracts/core';
import type { ChangePage } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { AgentBoxes } from './agent-boxes';
import { begunTally } from './agent-tally';
import { loggedLines } from './agent-log';
import { activeOnes, type AgentTaskWork, type LeasedRun, type RunEnd } from './leased-run';
import { ResourceAugmentation } from './resource-augmentation';
import type { SpecialTask } from './special-task';
import { SpecialTasks } from './special-tasks';

/** Duration of a run, after which tasks let others of their box run. */
const TURN_MS = 60_000;
const RESOURCES_PER_PAGE = 50;
/** Resources at once where no language model is called; with one, calls are bounded one by one. */
const RESOURCES_AT_ONCE = 4;
/** Maximum time that a task for new resources waits before it checks for some. */
const LOOK_EVERY_MS = 15_000;

/**
 * Runs tasks of one box for one run: resource by resource, all tasks per resource, so that their findings are stored
 * together.
 */
@Injectable()
export class AgentJob {
  constructor(
    private readonly boxes: AgentBoxes,
    private readonly augmentation: ResourceAugmentation,
    private readonly special: SpecialTasks,
  ) {}

  /** Ends or fails each of the tasks; stored results are kept. @param works of one kind and one box, leased */
  async work(works: readonly AgentTaskWork[], leased: LeasedRun): Promise<void> {
    try {
      const others: AgentTaskWork[] = [];
      for (const one of works) {
        const special = this.special.find(one.task.name);
        if (special) await this.runSpecial(special, one, leased);
        else others.push(one);
      }
      const [head] = others;
      if (!head) return;
      await (head.task.kind === 'request' ? this.walk(head.task.cursor, others, leased) : this.follow(others, leased));
    } catch (error) {
      for (const one of activeOnes(works)) one.failure = { error };
    }
  }

  private async runSpecial(special: SpecialTask, work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    try {
      if (work.task.cleanupOf === null) await special.run(work, leased);
      else if (special.undo) await special.undo(work, leased);
      else work.end = { dueAt: null, completedAt: new Date() };
    } catch (error) {
      leased.signal.throwIfAborted();
      // Repeating it would not help.
      const isFinal = error instanceof AppError && error.code === 'invalid_request';
      if (isFinal) work.end = { dueAt: null, failedAt: new Date(), log: loggedLines(work.task.log, [error.message]) };
      else work.failure = { error };
    }
  }

  /** Existing resources, by their ids. */
  private async walk(from: string, works: readonly AgentTaskWork[], leased: LeasedRun): Promise<void> {
    const endMs = performance.now() + TURN_MS;
    for (const one of works) await this.begin(one);
    for (let cursor = from; ;) {
      const [first] = activeOnes(works);
      if (!first) return;
      const { kbid, cleanupOf } = first.task;
      const query = { kbid, after: cursor, limit: RESOURCES_PER_PAGE, task: cleanupOf ?? undefined };
      const rids = await this.boxes.resources(query, leased.signal);
      const atOnce = await this.atOnce(works, leased);
      for (let at = 0; at < rids.length; at += atOnce) {
        const some = rids.slice(at, at + atOnce);
        const tried = activeOnes(works);
        await allSettled(some.map((rid) => this.onResource(tried, rid, leased)));
        for (const one of activeOnes(tried)) one.tally({ resources: some.length });
        cursor = some.at(-1) ?? cursor;
        await advance(tried, leased, () => cursor);
        if (performance.now() > endMs) return endAll(works, { dueAt: new Date() });
      }
      if (rids.length < RESOURCES_PER_PAGE) return endAll(works, { dueAt: null, completedAt: new Date() });
    }
  }

  private async atOnce(works: readonly AgentTaskWork[], leased: LeasedRun): Promise<number> {
    return (await this.augmentation.isLocal(activeOnes(works), leased)) ? RESOURCES_AT_ONCE : 1;
  }

  private async begin(work: AgentTaskWork): Promise<void> {
    const { task } = work;
    if (task.cursor !== '') return;
    const total = await this.boxes.count({ kbid: task.kbid, task: task.cleanupOf ?? undefined });
    work.note({ progress: begunTally(task.progress, total) });
  }

  /** Resources processed from now on, in the order of the change feed. */
  private async follow(works: readonly AgentTaskWork[], leased: LeasedRun): Promise<void> {
    const endMs = performance.now() + TURN_MS;
    for (;;) {
      const tried = activeOnes(works);
      if (tried.length === 0) return;
      const pages = await this.pages(tried, leased.signal);
      const pageOf = ({ task }: AgentTaskWork) => pages.get(task.cursor);
      const byRid = Map.groupBy(
        tried.flatMap((one) => processedIn(pageOf(one)).map((rid) => ({ rid, one }))),
        ({ rid }) => rid,
      );
      const changed = [...byRid];
      const atOnce = await this.atOnce(tried, leased);
      for (let at = 0; at < changed.length; at += atOnce)
        await allSettled(
          changed.slice(at, at + atOnce).map(async ([rid, all]) => {
            const own = activeOnes(all.map(({ one }) => one));
            await this.onResource(own, rid, leased);
            for (const one of activeOnes(own)) one.tally({ resources: 1 });
          }),
        );
      const hasMore = new Map(tried.map((one) => [one, pageOf(one)?.has_more]));
      await advance(tried, leased, (one) => pageOf(one)?.cursor ?? one.task.cursor);
      const dueAt = new Date(Date.now() + LOOK_EVERY_MS);
      endAll(
        tried.filter((one) => !hasMore.get(one)),
        { dueAt },
      );
      if (performance.now() > endMs) return endAll(works, { dueAt: new Date() });
    }
  }

  /** By cursor: tasks at the same position share a page. */
  private async pages(works: readonly AgentTaskWork[], signal: AbortSignal): Promise<ReadonlyMap<string, ChangePage>> {
    const pages = new Map<string, ChangePage>();
    for (const { task } of works)
      if (!pages.has(task.cursor)) pages.set(task.cursor, await this.page(task.kbid, task.cursor, signal));
    return pages;
  }

  /** If the next changes have been pruned, the feed continues from now on. */
  private async page(kbid: string, cursor: string, signal: AbortSignal) {
    try {
      return await this.boxes.changes(kbid, cursor, signal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'precondition_failed') throw error;
      return this.boxes.changes(kbid, '', signal);
    }
  }

  private async onResource(works: readonly AgentTaskWork[], rid: string, leased: LeasedRun): Promise<void> {
    leased.signal.throwIfAborted();
    const [first] = works;
    if (!first) return;
    try {
      if (first.task.cleanupOf === null) return await this.augmentation.augment(works, rid, leased);
      await this.augmentation.clear(first.task, rid, first.signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The resource was deleted or cannot hold the findings; retrying does not help.
      if (error.code === 'not_found') return;
      if (error.code !== 'invalid_request') throw error;
      for (const one of activeOnes(works)) one.note({ log: loggedLines(one.task.log, [`${rid}: ${error.message}`]) });
    }
  }
}

/** Waits for all, also when one fails. @throws what one of them threw */
async function allSettled(works: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
}

/** Advances the tasks that did not fail. */
async function advance(
  works: readonly AgentTaskWork[],
  leased: LeasedRun,
  cursorOf: (one: AgentTaskWork) => string,
): Promise<void> {
  const moved = activeOnes(works).filter((one) => cursorOf(one) !== one.task.cursor);
  const cursors = new Map(moved.map((one) => [one, cursorOf(one)]));
  for (const [one, cursor] of cursors) one.note({ cursor, retries: 0 });
  if (moved.length > 0) await leased.keep(moved);
}

function endAll(works: readonly AgentTaskWork[], end: RunEnd): void {
  for (const one of activeOnes(works)) one.end = end;
}

function processedIn(page: ChangePage | undefined): readonly string[] {
  const rids = (page?.changes ?? []).flatMap((one) => (one.operation === 'processed' ? [one.resource_id] : []));
  return [...new Set(rids)];
}
