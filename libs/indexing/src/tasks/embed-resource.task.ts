import { AppError } from '@lectern/contracts/core';
import { embedLargeResource, embedResource, type EmbeddingJob } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { type FieldToEmbed, type FieldVectorsEntity, PARAGRAPHS_PER_PART, partsOf } from '@lectern/resource-store';
import { Injectable, Logger } from '@nestjs/common';
import { type EmbeddingModel, VectorsetEmbedders, notInstalled } from '../vectorset/vectorset-embedders';
import { isDueForIndex, paragraphsDone, paragraphsLeft } from '../embedding/embedding-progress';
import { IngestQueue } from '../queue/ingest-queue';
import { ParagraphEmbedder } from '../embedding/paragraph-embedder';
import { VectorIndexing } from '../embedding/vector-indexing';
import { VectorStore } from '../embedding/vector-store';

/**
 * Enough waiting resources to fill the model's batches; tasks that make texts searchable by words have separate
 * workers.
 */
const small = { concurrency: 16, tenantMax: 12 };
/** Enough to keep the model busy while one of them reads and stores. */
const large = { concurrency: 4, tenantMax: 2 };
/** After this time, a large resource goes to the end of the queue. */
const RUN_MS = 20_000;
/** Delay after an error that followed progress. */
const PAUSE_MS = 10_000;
/** Delay after the last attempt without a model, which may become available at any time. */
const WITHOUT_MODEL_MS = 10 * 60_000;

/**
 * Embeds the paragraphs without vectors in each vectorset of the box, and puts the resource into their indexes. Safe to
 * repeat: stored parts are not embedded again. Small resources have separate workers, so they never wait for large
 * ones.
 */
@Injectable()
export class EmbedResourceTask {
  private readonly logger = new Logger('Embedding');

  constructor(
    private readonly models: VectorsetEmbedders,
    private readonly store: VectorStore,
    private readonly embedder: ParagraphEmbedder,
    private readonly indexing: VectorIndexing,
    private readonly queue: IngestQueue,
  ) {}

  @Runs(embedResource, small)
  async run(resource: EmbeddingJob, run: TaskRun): Promise<void> {
    await this.orLater(resource, run, async ({ works }) => {
      const left = Math.max(0, ...works.map(({ fields }) => paragraphsLeft(fields)));
      await (left > PARAGRAPHS_PER_PART ? this.queue.embedLarge(resource) : this.workAll(resource, works));
    });
  }

  @Runs(embedLargeResource, large)
  async runLarge(resource: EmbeddingJob, run: TaskRun): Promise<void> {
    await this.orLater(resource, run, ({ works }) => this.workAll(resource, works));
  }

  /** Work without a model waits for it: with a fresh set of attempts when the model was missing in all of them. */
  private async orLater(
    resource: EmbeddingJob,
    { signal, attempt, attemptsMax }: TaskRun,
    work: (opened: Opened) => Promise<void>,
  ): Promise<void> {
    const opened = await this.open(resource, signal);
    await work(opened);
    if (!opened.failure) return;
    // Complete vectorsets need not be put again when the missing one is retried.
    if (opened.works.length > 0) return this.queue.embedLarge({ ...resource, onlyWhereLacking: true });
    if (attempt < attemptsMax) throw opened.failure;
    await this.queue.embedLarge(resource, inMs(WITHOUT_MODEL_MS));
  }

  private async open({ kbid, rid, onlyWhereLacking }: EmbeddingJob, signal: AbortSignal): Promise<Opened> {
    try {
      const [{ installed, missing }, lacking] = await Promise.all([
        this.models.of(kbid, signal),
        onlyWhereLacking ? this.store.lackingVectorsetsOf({ kbid, rid }) : undefined,
      ]);
      const isWanted = ({ id }: EmbeddingModel) => !lacking || lacking.has(id) || lacking.has('');
      const untilMs = performance.now() + RUN_MS;
      const works = installed.filter(isWanted).map(async (model) => {
        return { model, fields: await this.store.fieldsOf({ kbid, rid, vectorset: model.id }), signal, untilMs };
      });
      const [first] = missing.filter(isWanted);
      return { works: await Promise.all(works), failure: first && notInstalled(first) };
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'unavailable') return { works: [], failure };
      throw failure;
    }
  }

  /** Continues with other models when one fails. @throws the error of the first that failed */
  private async workAll(resource: EmbeddingJob, works: readonly Work[]): Promise<void> {
    const failures: unknown[] = [];
    for (const work of works) {
      await this.work(resource, work).catch((error: unknown) => failures.push(error));
      if (work.signal.aborted) break;
    }
    if (failures.length > 0) throw failures[0];
    if (works.every(({ fields }) => fields.length === 0)) await this.store.forgetWithoutFields(resource);
  }

  private async work(resource: EmbeddingJob, work: Work): Promise<void> {
    const { model, fields } = work;
    const [before, left] = [paragraphsDone(fields), paragraphsLeft(fields)];
    const { embedded, rows, failure } = await this.embed(work);
    const isComplete = embedded === left;
    const isDue = isComplete || isDueForIndex(before, before + embedded);
    if (isDue && !(isComplete && (await this.extend(resource, work))))
      await this.indexing.put(resource, model, { fields, ...(before === 0 && isComplete && { rows }) });
    if (isComplete) {
      const vectorset = model.id;
      const unfinished = fields.filter(({ isUnembedded }) => isUnembedded);
      await Promise.all(
        unfinished.map((field) => this.store.finish({ ...field, vectorset, parts: partsOf(field.paragraphs) })),
      );
    } else {
      // A changed field gets another job. Vectorsets that are complete by now are not put again.
      await this.queue.embedLarge({ ...resource, onlyWhereLacking: true }, failure ? inMs(PAUSE_MS) : undefined);
    }
  }

  /** @returns whether it was sufficient to add the missing vectors to the index */
  private async extend(resource: EmbeddingJob, { model, fields }: Work): Promise<boolean> {
    if (!resource.onlyWhereLacking || (await this.queue.isToEmbedWhole(resource))) return false;
    return this.indexing.extend(
      resource,
      model,
      fields.filter(({ isUnembedded }) => isUnembedded),
    );
  }

  /**
   * Embeds until everything is embedded or the time is over. @throws the model's error if nothing was embedded before
   * it
   */
  private async embed({ model, fields, signal, untilMs }: Work): Promise<Embedded> {
    let embedded = 0;
    let rows: FieldVectorsEntity[] | undefined = [];
    try {
      const run = { vectorset: model.id, signal, untilMs };
      for await (const { row, paragraphs } of this.embedder.embed(fields, run)) {
        embedded += paragraphs;
        // Vectors of a large resource are read again for the put.
        if (embedded > PARAGRAPHS_PER_PART) rows = undefined;
        rows?.push(row);
      }
      return { embedded, rows };
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

interface Embedded {
  /** Number of embedded paragraphs. */
  readonly embedded: number;
  /** Their vectors, for a small resource. */
  readonly rows?: readonly FieldVectorsEntity[];
  /** Why it ended early. */
  readonly failure?: unknown;
}

/** The work on one vectorset. */
interface Work {
  readonly model: EmbeddingModel;
  readonly fields: readonly FieldToEmbed[];
  readonly signal: AbortSignal;
  /** Of `performance.now()`. */
  readonly untilMs: number;
}

interface Opened {
  readonly works: readonly Work[];
  /** Why some of the work cannot be done. */
  readonly failure?: AppError;
}
