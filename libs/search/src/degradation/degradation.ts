import { AppError, DamagedIndexError, DroppedIndexError } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';

export type RetrievalStage =
  | 'rephrasing'
  | 'relations'
  | 'graph'
  | 'paths'
  | 'entities'
  | 'context'
  | 'pictures'
  | 'models'
  | 'languages'
  | 'synonyms'
  | 'keyword'
  | 'fuzzy'
  | 'counts'
  | 'texts'
  | 'facets'
  | 'semantic'
  | 'reranking';

/** Errors that end the call, and errors in the request from stages that read it themselves. */
const callersErrors: readonly string[] = ['cancelled'];
const requestErrors: readonly string[] = ['cancelled', 'invalid_query', 'invalid_request'];
const readers: readonly RetrievalStage[] = ['keyword', 'semantic', 'paths', 'entities'];

/** A failed leg of retrieval. */
export interface LegFailure {
  readonly failure: string;
  /** The index is being rebuilt, so retrying does not help. */
  readonly isDamaged: boolean;
}

/** Decides whether retrieval can continue without a failed stage, and reports the failure. */
@Injectable()
export class Degradation {
  private readonly logger = new Logger('Retrieval');
  private readonly faults: ReturnType<Metrics['counter']>;

  constructor(metrics: Metrics) {
    this.faults = metrics.counter({
      name: 'retrieval_faults_total',
      help: 'Stages of retrieval that ended with an error that nobody meant: bugs, until proved otherwise',
      labels: ['stage'],
    });
  }

  /** Describes a failed leg that retrieval continues without. @throws the error when the caller caused it */
  withoutLeg(stage: 'keyword' | 'semantic', error: unknown): LegFailure {
    this.goOnWithout(stage, error);
    const other = stage === 'keyword' ? 'meaning' : 'words';
    const isDamaged = error instanceof DamagedIndexError || error instanceof DroppedIndexError;
    const reason = isDamaged ? 'is damaged and is made again' : 'could not be asked';
    return { failure: `The ${stage} index ${reason}: results are by ${other} only`, isDamaged };
  }

  /** Returns if retrieval can continue without the stage. @throws the error when the caller caused it */
  goOnWithout(stage: RetrievalStage, error: unknown): void {
    const given = readers.includes(stage) ? requestErrors : callersErrors;
    if (error instanceof AppError && given.includes(error.code)) throw error;
    this.report(stage, error);
  }

  /** Logs why a stage failed. An error that is not an AppError is a bug: it is logged with its stack and counted. */
  report(stage: RetrievalStage, error: unknown): void {
    if (error instanceof AppError) {
      this.logger.warn(`The stage ${stage} failed: ${error.message}`);
      return;
    }
    this.faults.inc({ stage });
    this.logger.error({ message: `The stage ${stage} failed`, err: error });
  }
}
