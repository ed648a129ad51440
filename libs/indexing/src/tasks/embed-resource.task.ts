import { AppError } from '@lectern/contracts/core';
import { embedLargeResource, embedResource, type ResourceReference } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { type FieldToEmbed, PARAGRAPHS_PER_PART, partsOf } from '@lectern/knowledge-box-rows';
import { Injectable, Logger } from '@nestjs/common';
import { type EmbeddingModel, EmbeddingModels } from '../vectorset/embedding-models';
import { isDueForIndex, paragraphsDone, paragraphsLeft } from '../embedding/embedding-progress';
import { IngestQueue } from '../queue/ingest-queue';
import { ParagraphEmbedder } from '../embedding/paragraph-embedder';
import { VectorIndexing } from '../embedding/vector-indexing';
import { VectorStore } from '../embedding/vector-store';

/**
 * Others that wait for the model make its batches full; what makes texts searchable by words has its own workers.
 */
const small = { concurrency: 16, tenantMax: 12 };
/** Enough to keep the model busy while one of them reads and stores. */
const large = { concurrency: 4, tenantMax: 2 };
/** Then a large resource goes behind the others. */
const RUN_MS = 20_000;
/** After an error that came behind progress. */
const PAUSE_MS = 10_000;
/** After the last attempt without a model, which may come back at any time. */
const WITHOUT_MODEL_MS = 10 * 60_000;

/**
 * Embeds the paragraphs that have no vectors yet, and puts the resource into the vector index. Safe to repeat: parts
 * that are stored are not embedded again. Small resources have places of their own, so they never wait for large ones.
 */
@Injectable()
export class EmbedResourceTask {
  private readonly logger = new Logger('Embedding');

  constructor(
    private readonly models: EmbeddingModels,
    private readonly store: VectorStore,
    private readonly embedder: ParagraphEmbedder,
    private readonly indexing: VectorIndexing,
    private readonly queue: IngestQueue,
  ) {}

  @Runs(embedResource, small)
  async run(reference: ResourceReference, run: TaskRun): Promise<void> {
    const work = await this.open(reference, run);
    if (!work) return;
    if (paragraphsLeft(work.fields) > PARAGRAPHS_PER_PART) return this.queue.embedLarge(reference);
    await this.work(reference, work);
  }

  @Runs(embedLargeResource, large)
  async runLarge(reference: ResourceReference, run: TaskRun): Promise<void> {
    const work = await this.open(reference, run);
    if (work) await this.work(reference, work);
  }

  /** Undefined when the model was missing at each attempt: the work then waits for it with all its attempts. */
  private async open(
    { kbid, rid }: ResourceReference,
    { signal, attempt, attemptsMax }: TaskRun,
  ): Promise<Work | undefined> {
    try {
      const model = await this.models.of(kbid, signal);
      return { model, fields: await this.store.fieldsOf({ kbid, rid, vectorset: model.id }), signal };
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'unavailable';
      if (!isMissing || attempt < attemptsMax) throw error;
      await this.queue.embedLarge({ kbid, rid }, inMs(WITHOUT_MODEL_MS));
      return undefined;
    }
  }

  private async work(reference: ResourceReference, work: Work): Promise<void> {
    const { model, fields } = work;
    const [before, left] = [paragraphsDone(fields), paragraphsLeft(fields)];
    const { embedded, failure } = await this.embed(work);
    const isComplete = embedded === left;
    if (isComplete || isDueForIndex(before, before + embedded)) await this.indexing.put(reference, model, fields);
    if (isComplete) {
      const unfinished = fields.filter(({ isUnembedded }) => isUnembedded);
      await Promise.all(unfinished.map((field) => this.store.finish({ ...field, parts: partsOf(field.paragraphs) })));
    } else {
      // A field that changed meanwhile comes with another job, which takes the place of this one.
      await this.queue.embedLarge(reference, failure ? inMs(PAUSE_MS) : undefined);
    }
  }

  /** Until all is embedded or the time is over. @throws what the model throws, when nothing was embedded before */
  private async embed({ model, fields, signal }: Work): Promise<{ embedded: number; failure?: unknown }> {
    const run = { vectorset: model.id, signal, untilMs: performance.now() + RUN_MS };
    let embedded = 0;
    try {
      for await (const { paragraphs } of this.embedder.embed(fields, run)) embedded += paragraphs;
      return { embedded };
    } catch (failure) {
      if (embedded === 0 || signal.aborted) throw failure;
      this.logger.warn({ message: 'Embedding stopped and goes on later', err: failure });
      return { embedded, failure };
    }
  }
}

function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}

interface Work {
  readonly model: EmbeddingModel;
  readonly fields: readonly FieldToEmbed[];
  readonly signal: AbortSignal;
}
