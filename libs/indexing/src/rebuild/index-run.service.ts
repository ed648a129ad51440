import { AppError, asUuid, naiveUtc } from '@lectern/contracts/core';
import type {
  IndexDifferences,
  IndexDifferencesQuery,
  IndexRun,
  IndexRunPayload,
  IndexRuns,
  IndexWork,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { IndexDifferenceRepository } from './index-difference.repository';
import { type IndexRunEntity } from './index-run.entity';
import { IndexRunRepository, type RunTotals } from './index-run.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IndexRunJournal } from './index-run-journal';
import { etaS } from './progress';

const RUNS_SHOWN = 100;

/** Accepts requests to rebuild or verify indexes, and reports their progress. */
@Injectable()
export class IndexRunService {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: IndexRunRepository,
    private readonly journal: IndexRunJournal,
    private readonly differences: IndexDifferenceRepository,
  ) {}

  /** @throws AppError `not_found` */
  async start(work: IndexWork, { kb, from_empty: fromEmpty }: IndexRunPayload): Promise<IndexRuns> {
    return this.transactions.run(async (tx) => {
      const kbid = await this.box(kb ?? undefined, tx);
      await this.journal.request({ work, kbid, fromEmpty: fromEmpty && work === 'rebuild', now: new Date() }, tx);
      return this.shown(work, kbid, tx);
    });
  }

  /** @throws AppError `not_found` */
  async read(work: IndexWork, kb: string | undefined): Promise<IndexRuns> {
    return this.transactions.read(async (tx) => this.shown(work, await this.box(kb, tx), tx));
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async listDifferences({ kb, cursor = '0', limit }: IndexDifferencesQuery): Promise<IndexDifferences> {
    if (!/^\d{1,18}$/.test(cursor)) throw new AppError('invalid_request', 'Unknown cursor');
    return this.transactions.read(async (tx) => {
      const kbid = await this.box(kb, tx);
      const found = await this.differences.listDone(kbid, { after: cursor, limit: limit + 1 }, tx);
      const rows = found.slice(0, limit);
      return {
        differences: rows.map(({ id: _, kbid: kb, rid: resource, ...difference }) => ({ kb, resource, ...difference })),
        cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
      };
    });
  }

  private async box(kb: string | undefined, tx: EntityManager): Promise<string | undefined> {
    if (kb === undefined) return undefined;
    const kbid = asUuid(kb);
    if (kbid === undefined || !(await this.runs.hasBox(kbid, tx)))
      throw new AppError('not_found', 'Knowledge Box does not exist');
    return kbid;
  }

  private async shown(work: IndexWork, kbid: string | undefined, tx: EntityManager): Promise<IndexRuns> {
    const totals = await this.runs.totals(work, kbid, tx);
    const rows = await this.runs.list(work, { kbid, limit: RUNS_SHOWN }, tx);
    const count = (state: RunTotals['state']) => totals.find((one) => one.state === state)?.count ?? 0;
    const sum = (member: Exclude<keyof RunTotals, 'state'>) => totals.reduce((total, one) => total + one[member], 0);
    const [waiting, running, done, failed] = [count('waiting'), count('running'), count('done'), count('failed')];
    const [total, finished] = [sum('resourcesTotal'), sum('resourcesDone')];
    const perS = averageRate(rows);
    return {
      work,
      knowledge_boxes: { total: sum('count'), waiting, running, done, failed },
      resources: { total, done: Math.min(total, finished) },
      removed: sum('removed'),
      differences: sum('differences'),
      eta_s: waiting + running === 0 ? 0 : etaS([{ ...unfinished(totals), perS }]),
      runs: rows.map(shownRun),
    };
  }
}

function unfinished(totals: readonly RunTotals[]): { readonly total: number; readonly done: number } {
  const own = totals.filter(({ state }) => state === 'waiting' || state === 'running');
  const sum = (member: 'resourcesTotal' | 'resourcesDone') => own.reduce((total, one) => total + one[member], 0);
  return { total: sum('resourcesTotal'), done: sum('resourcesDone') };
}

/** Average of the runs that have a rate; 0 when none has. */
function averageRate(runs: readonly IndexRunEntity[]): number {
  const rates = runs.flatMap(({ resourcesPerS }) => (resourcesPerS > 0 ? [resourcesPerS] : []));
  return rates.reduce((sum, rate) => sum + rate, 0) / (rates.length || 1);
}

function shownRun(run: IndexRunEntity): IndexRun {
  const { kbid, state, resourcesTotal: total, resourcesDone, resourcesPerS: perS, started, ended } = run;
  const done = Math.min(total, resourcesDone);
  return {
    kb: kbid,
    state,
    resources: { total, done },
    removed: run.removed,
    differences: run.differences,
    indexes: run.indexes,
    eta_s: ended ? 0 : etaS([{ total, done, perS }]),
    requested: naiveUtc(run.requested),
    started: started && naiveUtc(started),
    updated: naiveUtc(run.updated),
    ended: ended && naiveUtc(ended),
    error: run.error,
  };
}
