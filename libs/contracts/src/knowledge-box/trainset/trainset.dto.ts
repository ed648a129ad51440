import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Anything, ListOf, Nested } from '../../validation/decorators';
import { text } from '../../validation/node';
import { KnowledgeBoxTarget } from '../params';

/** Code points of the id of a partition, or of the beginning of one. */
const PARTITION_CHARS_MAX = 250;
const FILTERS_MAX = 100;
const FILTER_CHARS_MAX = 1_000;
/** Items of one batch. */
export const TRAINSET_BATCH_MAX = 1_000;

/** Types of training sets: the index is the number. */
export const trainsetTypes = [
  'FIELD_CLASSIFICATION',
  'PARAGRAPH_CLASSIFICATION',
  'SENTENCE_CLASSIFICATION',
  'TOKEN_CLASSIFICATION',
  'IMAGE_CLASSIFICATION',
  'PARAGRAPH_STREAMING',
  'QUESTION_ANSWER_STREAMING',
  'FIELD_STREAMING',
] as const;
/** Kind of the items of a training set. */
export type TrainsetType = (typeof trainsetTypes)[number];

/** Partitions whose ids begin in some way. */
export class TrainsetPrefixTarget extends KnowledgeBoxTarget {
  /** Beginning of the ids. */
  @IsString() @MaxLength(PARTITION_CHARS_MAX) prefix!: string;
}

/** A partition of a knowledge box, named in a path. */
export class TrainsetTarget extends KnowledgeBoxTarget {
  /** Id of the partition. */
  @IsString() @MaxLength(PARTITION_CHARS_MAX) partition!: string;
}

/** Parts that a training set is read in. */
export class TrainsetPartitions {
  /** Ids of the partitions: a knowledge box has one, its id, which find shows under `shards`. */
  partitions!: readonly string[];
}

const filters = () => ListOf(text({ maxLength: FILTER_CHARS_MAX }), { max: FILTERS_MAX });

/** Which items are wanted. Of each list one entry has to fit, and every list that is not empty counts. */
export class TrainsetFilter {
  /** Labelsets, or labels as `labelset/label`; of TOKEN_CLASSIFICATION, types of entities. */
  @filters() labels: string[] = [];
  /** Beginnings of paths of origins. */
  @filters() paths: string[] = [];
  /** Ids of resources. */
  @filters() rids: string[] = [];
  /** Tags of origins. */
  @filters() tags: string[] = [];
  /** Media types of resources. */
  @filters() icons: string[] = [];
  /** Metadata of origins, as `key` or `key/value`. */
  @filters() metadata: string[] = [];
  /** Entities, as `TYPE` or `TYPE/name`. */
  @filters() entities: string[] = [];
  /** Fields, as letter or `letter/id`. */
  @filters() fields: string[] = [];
  /** Statuses of resources: `PENDING` or `PROCESSED`. */
  @filters() status: string[] = [];
}

/** Which training set is wanted. */
export class TrainsetPayload {
  /**
   * 0 FIELD_CLASSIFICATION, 1 PARAGRAPH_CLASSIFICATION, 2 SENTENCE_CLASSIFICATION, 3 TOKEN_CLASSIFICATION, 4
   * IMAGE_CLASSIFICATION (has no items), 5 PARAGRAPH_STREAMING, 6 QUESTION_ANSWER_STREAMING, 7 FIELD_STREAMING. Types
   * 0, 1 and 2 need labels in `filter`, type 1 exactly one.
   */
  @IsInt() @Min(0) @Max(trainsetTypes.length - 1) type!: number;
  /** Which fields are wanted, as in find. Only with type 7. */
  @IsOptional() @Anything() filter_expression?: unknown;
  /** Which items are wanted, by lists. */
  @IsOptional() @Nested(() => TrainsetFilter) filter?: TrainsetFilter | null;
  /** Most items of a batch; a batch of more than 1 MiB ends earlier. */
  @IsInt() @Min(1) @Max(TRAINSET_BATCH_MAX) batch_size: number = 5;
  /** Leaves out the texts of type 7. */
  @IsBoolean() exclude_text: boolean = false;
}

/** Some bytes of a training set. */
export class TrainsetChunk {
  /** Absent in signs of life. */
  bytes?: Uint8Array;
}
