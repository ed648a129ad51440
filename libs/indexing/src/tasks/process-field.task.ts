import { messageOf } from '@lectern/contracts/core';
import { fetchLink, type FieldReference, readFile, understandText } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import type { FieldEntity } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { isRefusedAsBlocked } from '../processing/blocked-processing';
import { FieldReading } from '../processing/field-reading';
import { IngestQueue } from '../queue/ingest-queue';
import { ProcessingRecorder } from '../processing/processing-recorder';
import { ResourceLoader } from '../processing/resource-loader';
import { endsWithProcess } from './run-failure';

/** Fields that wait for a server cost next to nothing; one box gets no more than this share. */
const LINKS = { concurrency: 128, tenantMax: 32 };
/** They wait for their turn in the understanding service, which knows the small ones, so many are sent at once. */
const FILES = { concurrency: 256, tenantMax: 96 };
const TEXTS = { concurrency: 64, tenantMax: 16 };

/**
 * Understands one slow field and commits the result. Each field has its own attempts; a field that was interrupted
 * after progress is queued after all untried ones. Safe to repeat.
 */
@Injectable()
export class ProcessFieldTask {
  constructor(
    private readonly loader: ResourceLoader,
    private readonly reading: FieldReading,
    private readonly recorder: ProcessingRecorder,
    private readonly ingest: IngestQueue,
    private readonly transactions: Transactions,
  ) {}

  @Runs(understandText, TEXTS)
  async understandText(reference: FieldReference, run: TaskRun): Promise<void> {
    await this.process(reference, run);
  }

  @Runs(fetchLink, LINKS)
  async fetchLink(reference: FieldReference, run: TaskRun): Promise<void> {
    await this.process(reference, run);
  }

  @Runs(readFile, FILES)
  async readFile(reference: FieldReference, run: TaskRun): Promise<void> {
    await this.process(reference, run);
  }

  private async process(reference: FieldReference, run: TaskRun): Promise<void> {
    const field = await this.loader.unsettledField(reference);
    if (!field) return;
    let hasKept = false;
    try {
      const outcome = await this.reading.read(field, run, () => (hasKept = true));
      if (outcome) await this.recorder.record({ ...resourceOf(field), outcomes: [outcome] });
    } catch (error) {
      if (endsWithProcess(run)) throw error;
      if (isRefusedAsBlocked(error)) return this.block(field, messageOf(error));
      if (hasKept) return this.goOnLater(field);
      const failures = [{ field, ...run, reason: messageOf(error) }];
      await this.recorder.record({ ...resourceOf(field), outcomes: [], failures });
      throw error;
    }
  }

  /** Its stored parts are kept: processing continues from there when the account is unblocked. */
  private async block(field: FieldEntity, reason: string): Promise<void> {
    const failures = [{ field, reason, isBlocked: true }];
    await this.recorder.record({ ...resourceOf(field), outcomes: [], failures });
  }

  private async goOnLater(field: FieldEntity): Promise<void> {
    await this.transactions.run((tx) => this.ingest.understand(resourceOf(field), [field], { tx, isAgain: true }));
  }
}

function resourceOf({ kbid, rid }: FieldEntity) {
  return { kbid, rid };
}
