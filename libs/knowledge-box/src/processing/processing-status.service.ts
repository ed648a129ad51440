import { type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { ProcessingStatus, ProcessingStatusQuery, ResourceReference } from '@lectern/contracts/knowledge-box';
import { type JobView, TaskQueue, Transactions } from '@lectern/database';
import { embedKeys, fieldSerial, processKeys } from '@lectern/indexing';
import { FieldRepository, type WaitingResource, WaitingResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { BacklogCounts } from './backlog-counts';
import { isScheduled, processingStatusItem, leading, processingTasks } from './processing-status-item';

const GIVEN_UP_MAX = 1_000;
const POSITIONS_MAX = 1_000;

/** Lists the parts of a knowledge box that are not searchable yet and the progress of the work on them. */
@Injectable()
export class ProcessingStatusService {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: WaitingResourceRepository,
    private readonly fields: FieldRepository,
    private readonly tasks: TaskQueue,
    private readonly backlog: BacklogCounts,
  ) {}

  async list(
    kbid: string,
    { cursor = '', scheduled, limit }: ProcessingStatusQuery,
    principal: Principal,
  ): Promise<ProcessingStatus> {
    const visibility = visibilityOfReads(principal);
    const own = { tenant: kbid, tasks: processingTasks };
    const [running, givenUp] = await Promise.all([
      this.tasks.listRunning(own),
      this.tasks.listGivenUp(own, GIVEN_UP_MAX),
    ]);
    const ridsOf = (jobs: readonly JobView[]) => [...new Set(jobs.map(ridOf))];
    const besides = ridsOf(givenUp);
    const chosen = {
      ...(scheduled === true && { except: ridsOf(running) }),
      ...(scheduled === false && { only: ridsOf([...running, ...givenUp]) }),
    };
    const wanted = { kbid, visibility, after: cursor, limit: limit + 1, besides, ...chosen };
    const [found, waiting] = await Promise.all([
      this.transactions.read((tx) => this.resources.list(wanted, tx)),
      this.backlog.of(kbid, visibility),
    ]);
    const page = found.slice(0, limit);
    const jobs = await this.jobsOf(kbid, page, [...running, ...givenUp]);
    const fitting = page.filter(({ id }) => scheduled === undefined || isScheduled(jobs.get(id) ?? []) === scheduled);
    const positions = await this.positionsOf(kbid, [...jobs.values()]);
    const rates = { words: waiting.words.rate, meaning: waiting.meaning.rate };
    const now = new Date();
    return {
      results: fitting.map((resource) =>
        processingStatusItem({ resource, kbid, jobs: jobs.get(resource.id) ?? [], positions, rates, now }),
      ),
      cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      waiting,
    };
  }

  /** Jobs by resource. */
  private async jobsOf(
    kbid: string,
    page: readonly WaitingResource[],
    known: readonly JobView[],
  ): Promise<ReadonlyMap<string, readonly JobView[]>> {
    const references = page.map(({ id: rid }) => ({ kbid, rid }));
    const fields = await this.transactions.read((tx) => this.fields.listPending(references, tx));
    const keys = [...references.flatMap((one) => [...processKeys(one), ...embedKeys(one)]), ...fields.map(fieldSerial)];
    const jobs = new Map([...known, ...(await this.tasks.listWithKeys(keys))].map((job) => [job.id, job]));
    return Map.groupBy(jobs.values(), ridOf);
  }

  private async positionsOf(
    kbid: string,
    works: readonly (readonly JobView[])[],
  ): Promise<ReadonlyMap<string, number>> {
    const leaders = works.map(leading).filter((job) => job !== undefined);
    const waiting = leaders.filter(({ state }) => state === 'waiting' || state === 'retrying');
    if (waiting.length === 0) return new Map();
    const tasks = [...new Set(waiting.map(({ task }) => task))];
    const ids = waiting.map(({ id }) => id);
    return this.tasks.positions({ tenant: kbid, tasks }, { ids, positionsMax: POSITIONS_MAX });
  }
}

function ridOf({ payload }: JobView): string {
  // Every task listed here concerns one resource.
  return (payload as ResourceReference).rid;
}
