import { Bus } from '@lectern/bus';
import { processResource, resourceProcessed, type ResourceReference } from '@lectern/contracts';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { FieldUnderstanding, type FieldOutcome } from './field-understanding';
import { IndexWriter } from './index-writer';
import { ProcessingRecorder } from './processing-recorder';
import { type ExtractedResource, ResourceLoader } from './resource-loader';

/** Understands what is pending in a resource, commits it, and puts the resource into the indexes. Safe to repeat. */
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
    try {
      const content = await this.understand(reference, run.signal);
      if (!content) return;
      await this.indexes.put(content);
      const errors = content.resource.status === 'ERROR';
      this.bus.publish(resourceProcessed, { ...reference, errors });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Stopping is nobody's failure: the job runs again at the next start.
      if (!run.signal.aborted) await this.recorder.recordFailure(reference, { ...run, reason });
      throw error;
    }
  }

  private async understand(reference: ResourceReference, signal: AbortSignal): Promise<ExtractedResource | undefined> {
    const loaded = await this.loader.withFields(reference);
    if (!loaded) return undefined;
    const outcomes: FieldOutcome[] = [];
    for (const field of loaded.fields.filter(({ status }) => status === 'PENDING')) {
      outcomes.push(await this.understanding.understand(field, signal));
    }
    return outcomes.length > 0
      ? this.recorder.record({ ...reference, outcomes })
      : this.loader.withExtracted(reference);
  }
}
