import { Bus } from '@lectern/bus';
import { processResource, resourceProcessed, type ResourceReference, type ResourceStatus } from '@lectern/contracts';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type FieldOutcome, FieldUnderstanding } from './field-understanding';
import { IndexWriter } from './index-writer';
import { ProcessingRecorder, type RecordedResource } from './processing-recorder';
import { type ExtractedResource, ResourceLoader } from './resource-loader';
import { endsWithProcess, reasonOf } from './run-failure';
import type { FieldFailure } from './settle';

/**
 * Understands texts of a resource that take next to no time, commits what it found, and puts the resource into the
 * keyword index. Safe to repeat.
 */
@Injectable()
export class ProcessResourceTask {
  constructor(
    private readonly loader: ResourceLoader,
    private readonly understanding: FieldUnderstanding,
    private readonly recorder: ProcessingRecorder,
    private readonly indexes: IndexWriter,
    private readonly bus: Bus,
  ) {}

  @Runs(processResource)
  async run(reference: ResourceReference, run: TaskRun): Promise<void> {
    const { failed, recorded } = await this.understand(reference, run);
    const content = isWhole(recorded) ? recorded : await this.loader.withExtracted(reference);
    if (!content) return;
    await this.indexes.put(content);
    const status = await this.statusAfter(content);
    if (status !== 'PENDING') this.bus.publish(resourceProcessed, { ...reference, errors: status === 'ERROR' });
    if (failed) throw failed.error;
  }

  /** A resource is pending until all that was found in its fields can be found in it. */
  private async statusAfter({
    resource: { kbid, id: rid, status, version },
  }: ExtractedResource): Promise<ResourceStatus> {
    if (status !== 'PENDING') return status;
    const recorded = await this.recorder.record({ kbid, rid, outcomes: [], putVersion: version });
    return recorded?.resource.status ?? status;
  }

  /** Each field ends by itself: one that fails does not keep others from being found. */
  private async understand(reference: ResourceReference, run: TaskRun): Promise<Understood> {
    const unsettled = await this.loader.quickFields(reference);
    // What was given up is tried again when somebody asks for it, and not by itself.
    const fields = unsettled.filter(({ status }) => status === 'PENDING' || run.isReplay);
    const outcomes: FieldOutcome[] = [];
    const failures: FieldFailure[] = [];
    let failed: Understood['failed'];
    for (const field of fields) {
      try {
        outcomes.push(await this.understanding.understand(field, run.signal));
      } catch (error) {
        if (endsWithProcess(run)) throw error;
        failures.push({ field, ...run, reason: reasonOf(error) });
        failed ??= { error };
      }
      run.alive();
    }
    if (outcomes.length + failures.length === 0) return {};
    return { failed, recorded: await this.recorder.record({ ...reference, outcomes, failures, isPutNext: true }) };
  }
}

interface Understood {
  readonly failed?: { readonly error: unknown };
  readonly recorded?: RecordedResource;
}

function isWhole(recorded: RecordedResource | undefined): recorded is ExtractedResource {
  return recorded?.extracted !== undefined;
}
