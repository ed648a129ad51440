import { IsBoolean } from 'class-validator';
import type { Integer } from '../../core/integer';

/** How much of the counters is wanted. */
export class CountersQuery {
  /** Whether the ids of the index shards are returned, too. */
  @IsBoolean() debug: boolean = false;
}

/**
 * How much of a knowledge box the caller may see. Hidden and restricted resources count like all others, except for
 * guests of a published box.
 */
export class KnowledgeBoxCounters {
  /** Resources that exist at this moment. */
  resources!: Integer;
  /** Paragraphs that can be found by their words, titles and summaries included. */
  paragraphs!: Integer;
  /** Fields that exist at this moment; the title and the summary of a resource are a field each. */
  fields!: Integer;
  /** Paragraphs that can be found by meaning: vectors of all models. */
  sentences!: Integer;
  /** Bytes of the indexes for words and for meaning; 0 for guests, whom it would tell of what they do not see. */
  index_size!: number;
  /** Ids of the index shards; only with `debug`. */
  shards?: readonly string[];
}

/** The indexes of a knowledge box. */
export class KnowledgeBoxShards {
  /** Id of the knowledge box, UUID with hyphens. */
  kbid!: string;
  /** One shard: a knowledge box is never divided. */
  shards!: readonly {
    /** The id of the knowledge box. */
    readonly id: string;
    /** Paragraphs in the index for words. */
    readonly paragraphs: Integer;
    /** Bytes of the index for words. */
    readonly size_bytes: Integer;
    /** One index for each model that has vectors of the box. */
    readonly vectorsets: readonly {
      /** Name of the model. */
      readonly id: string;
      /** Values of each vector. */
      readonly dimensions: Integer;
      /** Vectors in the index. */
      readonly vectors: Integer;
      /** Bytes of the index; of Qdrant, what the vectors take. */
      readonly size_bytes: Integer;
    }[];
  }[];
}
