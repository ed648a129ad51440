import { AppError, validate } from '@lectern/contracts/core';
import { MigrationParameters } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import type { AgentTaskEntity } from './agent-task.entity';
import { begunTally } from './agent-tally';
import { BoxModels } from './box-models';
import type { AgentTaskWork, LeasedRun } from './leased-run';
import type { SpecialTask } from './special-task';

/** How often it is checked how far the vectors are. */
const LOOK_MS = 2_000;
const BEGUN = 'embedding';

/** What a migration reports. */
export interface MigrationReport {
  /** Model before. */
  readonly from: string;
  /** Model afterwards. */
  readonly to: string;
  /** When searches began to use it; null before. */
  readonly switched_at: string | null;
}

/**
 * Moves a box to another embedding model: existing content is embedded with it while searches use the old one, which
 * remains complete, since new content is embedded with both. Then searches use the new one. The old vectors stay, so
 * that it can be undone.
 */
@Injectable()
export class MigrateTask implements SpecialTask {
  constructor(private readonly models: BoxModels) {}

  async run(work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const { semantic_model_id: to } = validate(MigrationParameters, work.task.parameters);
    if (work.task.cursor === '') await this.begin(work, to, leased);
    const present = await this.models.vectorsets(kbid, leased.signal);
    const found = present.find(({ id }) => id === to);
    if (!found) throw new AppError('invalid_request', `The vectorset ${to} was deleted during the migration`);
    const total = work.task.progress?.total ?? 0;
    this.note(work, total - Math.min(total, found.waiting ?? 0));
    if (found.waiting !== undefined) return void (work.end = { dueAt: new Date(Date.now() + LOOK_MS) });
    if (present[0]?.id !== to) await this.models.promote({ kbid, id: to }, leased.signal);
    const report = { ...migrationOf(work.task), switched_at: new Date().toISOString() };
    work.end = { dueAt: null, completedAt: new Date(), report };
  }

  /** Searches use the old model again, and the vectors of the new one are removed. */
  async undo(work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const { from, to } = migrationOf(work.task);
    const present = await this.models.vectorsets(kbid, leased.signal);
    const isThere = (wanted: string) => present.some(({ id }) => id === wanted);
    if (from !== to && isThere(to)) {
      if (!isThere(from)) throw new AppError('invalid_request', `The vectorset ${from} does not exist any more`);
      if (present[0]?.id === to) await this.models.promote({ kbid, id: from }, leased.signal);
      await this.models.remove({ kbid, id: to }, leased.signal);
    }
    work.end = { dueAt: null, completedAt: new Date() };
  }

  private async begin(work: AgentTaskWork, to: string, leased: LeasedRun): Promise<void> {
    const { kbid, progress, report } = work.task;
    const present = await this.models.vectorsets(kbid, leased.signal);
    const from = present[0]?.id ?? to;
    if (present.some(({ id }) => id === to)) await this.models.fill({ kbid, id: to, fills: true }, leased.signal);
    else await this.models.add({ kbid, id: to }, leased.signal);
    const total = await this.models.count(kbid, leased.signal);
    const begun: MigrationReport = { from, to, switched_at: null };
    // A migration that is continued still knows where it came from.
    work.note({ cursor: BEGUN, progress: begunTally(progress, total), report: report ?? begun });
    await leased.keep([work]);
  }

  private note(work: AgentTaskWork, resources: number): void {
    const { progress, scheduledAt } = work.task;
    if (!progress) return;
    const workedMs = Date.now() - (scheduledAt ?? new Date()).getTime();
    work.note({ progress: { ...progress, resources, workedMs }, retries: 0 });
  }
}

/** What a migration has reported. */
export function migrationOf({ report, parameters }: AgentTaskEntity): MigrationReport {
  // Written above.
  if (report) return report as MigrationReport;
  const { semantic_model_id: to } = validate(MigrationParameters, parameters);
  return { from: to, to, switched_at: null };
}
