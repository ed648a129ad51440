import { AppError } from '@lectern/contracts/core';
import { embedLargeResource, embedResource, type EmbeddingJob } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import { type FieldToEmbed, type FieldVectorsEntity, PARAGRAPHS_PER_PART, partsOf } from '@lectern/knowledge-box-rows';
import { Injectable, Logger } from '@nestjs/common';
import { type EmbeddingModel, VectorsetEmbedders, notInstalled } from '../vectorset/vectorset-embedders';
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
 * Embeds the paragraphs that have no vectors yet in each vectorset of the box, and puts the resource into their
 * indexes. Safe to repeat: parts that are stored are not embedded again. Small resources have separate places, so
 * they never wait for large ones.
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

  /** What lacks a model waits for it: with all its attempts once more, when all of them were without it. */
  private async orLater(
    resource: EmbeddingJob,
    { signal, attempt, attemptsMax }: TaskRun,
    work: (opened: Opened) => Promise<void>,
  ): Promise<void> {
    const opened = await this.open(resource, signal);
    await work(opened);
    if (!opened.failure) return;
    // The others need not be put again when the missing one is tried again.
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

  /** Those of other models go on when one fails. @throws what the first of them throws */
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
      // A field that changed meanwhile comes with another job. Vectorsets that have all by now are not put again.
      await this.queue.embedLarge({ ...resource, onlyWhereLacking: true }, failure ? inMs(PAUSE_MS) : undefined);
    }
  }

  /** @returns whether it was enough to add what was lacking to what the index holds */
  private async extend(resource: EmbeddingJob, { model, fields }: Work): Promise<boolean> {
    if (!resource.onlyWhereLacking || (await this.queue.isToEmbedWhole(resource))) return false;
    return this.indexing.extend(
      resource,
      model,
      fields.filter(({ isUnembedded }) => isUnembedded),
    );
  }

  /** Until all is embedded or the time is over. @throws what the model throws, when nothing was embedded before */
  private async embed({ model, fields, signal, untilMs }: Work): Promise<Embedded> {
    let embedded = 0;
    let rows: FieldVectorsEntity[] | undefined = [];
    try {
      const run = { vectorset: model.id, signal, untilMs };
      for await (const { row, paragraphs } of this.embedder.embed(fields, run)) {
        embedded += paragraphs;
        // Those of a large resource are read when they are put.
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
  /** Paragraphs. */
  readonly embedded: number;
  /** Their vectors, of a small resource. */
  readonly rows?: readonly FieldVectorsEntity[];
  /** Why it ended early. */
  readonly failure?: unknown;
}

/** What is to be done for one vectorset. */
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
