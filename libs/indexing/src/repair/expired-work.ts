import { readConfig } from '@lectern/config';
import type { FieldReference } from '@lectern/contracts/knowledge-box';
import { type JobView, TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { ProcessingRecorder } from '../processing/processing-recorder';
import { ResourceLoader } from '../processing/resource-loader';
import { lanes } from '../queue/field-lane';
import { ingestConfig } from '../queue/ingest.config';

const PAGE = 200;
const DAY_MS = 24 * 60 * 60_000;
const names = lanes.map(({ name }) => name);

/**
 * Ends work on fields that have waited too long without a result: the field gets an error, and its job is removed. Safe
 * to repeat, also in several processes.
 */
@Injectable()
export class ExpiredWork {
  private readonly daysMax = readConfig(ingestConfig).INGEST_EXPIRE_DAYS;

  constructor(
    private readonly tasks: TaskQueue,
    private readonly loader: ResourceLoader,
    private readonly recorder: ProcessingRecorder,
  ) {}

  /** @returns number of expired fields */
  async run(now: Date, signal: AbortSignal): Promise<number> {
    const before = new Date(now.getTime() - this.daysMax * DAY_MS);
    let expired = 0;
    for (let after: string | undefined = '0'; after && !signal.aborted;) {
      const page: readonly JobView[] = await this.tasks.listOld(names, { before, after, limit: PAGE });
      for (const job of page) expired += await this.expire(job);
      after = page.length === PAGE ? page.at(-1)?.id : undefined;
    }
    return expired;
  }

  private async expire({ id, payload }: JobView): Promise<number> {
    // All lanes have this payload.
    const field = await this.loader.unsettledField(payload as FieldReference);
    const isPending = field?.status === 'PENDING';
    if (isPending) {
      const { kbid, rid } = field;
      const failures = [{ field, reason: `${this.daysMax} days`, isExpired: true }];
      await this.recorder.record({ kbid, rid, outcomes: [], failures });
    }
    // A job that has started by now continues: a late result is still a result.
    await this.tasks.removeWaiting(id);
    return isPending ? 1 : 0;
  }
}
