import { messageOf } from '@lectern/contracts/core';
import { processLargeResource, processResource, type ResourceReference } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { isRefusedAsBlocked } from '../processing/blocked-processing';
import { type FieldOutcome, FieldUnderstanding } from '../processing/field-understanding';
import { IngestQueue } from '../queue/ingest-queue';
import { LONG_TEXT_BYTES } from '../puts/long-fields';
import { ProcessingRecorder, type RecordedResource } from '../processing/processing-recorder';
import { ResourceIndexing } from '../puts/resource-indexing';
import { type ExtractedResource, ResourceLoader } from '../processing/resource-loader';
import { endsWithProcess } from './run-failure';
import type { FieldFailure } from '../processing/settle';

const LARGE = { concurrency: 4, tenantMax: 2 };

/**
 * Understands the fast texts of a resource, commits the results, and puts the resource into the keyword index. Safe to
 * repeat.
 */
@Injectable()
export class ProcessResourceTask {
  constructor(
    private readonly loader: ResourceLoader,
    private readonly understanding: FieldUnderstanding,
    private readonly recorder: ProcessingRecorder,
    private readonly indexing: ResourceIndexing,
    private readonly queue: IngestQueue,
  ) {}

  @Runs(processResource)
  async run(reference: ResourceReference, run: TaskRun): Promise<void> {
    const { failed, recorded } = await this.understand(reference, run);
    if (isWhole(recorded)) await this.indexing.putRecorded(recorded, run.signal);
    else await this.putStored(reference, run.signal);
    if (failed) throw failed.error;
  }

  @Runs(processLargeResource, LARGE)
  async runLarge(reference: ResourceReference, { signal }: TaskRun): Promise<void> {
    await this.indexing.putLong(reference, signal);
  }

  private async putStored(reference: ResourceReference, signal: AbortSignal): Promise<void> {
    if (await this.indexing.extend(reference)) return;
    const bytes = await this.loader.textBytes(reference);
    if (bytes > LONG_TEXT_BYTES) await this.queue.processLarge(reference);
    else await this.indexing.putStored(reference, bytes, signal);
  }

  /** Fields end independently: one that fails does not delay the results of others. */
  private async understand(reference: ResourceReference, run: TaskRun): Promise<Understood> {
    const quick = await this.loader.quickFields(reference);
    // Given-up fields are retried on request only.
    const fields = quick.fields.filter(({ status }) => status === 'PENDING' || run.isReplay);
    const outcomes: FieldOutcome[] = [];
    const failures: FieldFailure[] = [];
    let failed: Understood['failed'];
    for (const field of fields) {
      try {
        outcomes.push(await this.understanding.understand(field, run.signal));
      } catch (error) {
        if (endsWithProcess(run)) throw error;
        const isBlocked = isRefusedAsBlocked(error);
        failures.push({ field, ...run, reason: messageOf(error), isBlocked });
        if (!isBlocked) failed ??= { error };
      }
      run.alive();
    }
    if (outcomes.length + failures.length === 0) return {};
    const processed = { ...reference, outcomes, failures, isPutNext: true, read: quick };
    return { failed, recorded: await this.recorder.record(processed) };
  }
}

interface Understood {
  readonly failed?: { readonly error: unknown };
  readonly recorded?: RecordedResource;
}

function isWhole(recorded: RecordedResource | undefined): recorded is ExtractedResource {
  return recorded?.extracted !== undefined;
}
