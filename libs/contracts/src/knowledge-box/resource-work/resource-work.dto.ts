import type { FieldLetter } from '../../core/identifiers';

/** Names a resource. */
export interface ResourceReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the resource, 32 hex digits. */
  readonly rid: string;
}

/** A resource that is to be embedded. */
export interface EmbeddingJob extends ResourceReference {
  /** Leaves out vectorsets that have all of it; otherwise it is put into their indexes again. */
  readonly onlyWhereLacking?: boolean;
}

/** Names a field. */
export interface FieldReference extends ResourceReference {
  /** Letter of its type. */
  readonly letter: FieldLetter;
  /** Id of the field. */
  readonly id: string;
}

/** Kinds of changes of a resource. */
export const changeKinds = ['created', 'modified', 'reprocessed', 'processed', 'deleted'] as const;

/**
 * `reprocessed`: a caller had it processed again; `processed`: processing itself changed it; `modified`: any other
 * change.
 */
export type ChangeKind = (typeof changeKinds)[number];

/** Kinds of steps on the way of a resource into the indexes that are kept. */
export const processingStepKinds = ['started', 'indexed', 'stopped'] as const;

/**
 * `started`: processing begins, the resource is pending; `stopped`: it has ended, with any result; `indexed`:
 * searches see more of the resource than before.
 */
export type ProcessingStepKind = (typeof processingStepKinds)[number];

/** The record of a resource that is gone. */
export interface DeletedResource {
  /** Its last title. */
  readonly title: string;
  /** Its last number in the processing queue. */
  readonly seqid: number;
}

/**
 * Steps on the way of a resource. `written`: a change is committed; `indexed`: searches see more of it than before, its
 * words, their meaning, or what it is filtered by; `processed`: its fields were understood and can be found by their
 * words.
 */
export type ResourceStep =
  | { readonly step: 'written'; readonly kind: Exclude<ChangeKind, 'processed'>; readonly deleted?: DeletedResource }
  | { readonly step: 'indexed' }
  | { readonly step: 'processed'; readonly errors: boolean };
