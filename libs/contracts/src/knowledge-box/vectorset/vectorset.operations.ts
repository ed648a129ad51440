import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { task } from '../../core/task';
import { KnowledgeBoxTarget } from '../params';
import {
  BoxVectorsets,
  ModelUse,
  NamedVectorset,
  OwnedBoxReference,
  VectorsetCreated,
  VectorsetFilling,
  VectorsetList,
  VectorsetTarget,
} from './vectorset.dto';

const item = '/api/v1/kb/{kbid}/vectorsets/{vectorset_id}';
/** Users who run the deployment. Not part of what applications use. */
const runsDeployment: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };
const policy = { credentials: ['sa', 'user', 'pat'], role: ['MANAGER', 'OWNER'], on: 'kb' } as const;

/** A box that nothing was embedded in has one for the default embedding model. The list is not paged. */
export const listVectorsets = operation({
  name: 'kb.vectorset.list',
  summary: 'List the vectorsets of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/vectorsets', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: KnowledgeBoxTarget,
  answer: VectorsetList,
  deadlineMs: 10_000,
});

/**
 * Adds a vectorset for an embedding model that is installed. Existing content is embedded in the background, beside
 * other work; `waiting` of the list and `waiting.meaning` of the processing status say how much is left. New
 * content is embedded in all vectorsets. The model joins `semantic_models` of the learning configuration.
 */
export const addVectorset = operation({
  name: 'kb.vectorset.add',
  summary: 'Add a vectorset',
  http: { method: 'POST', path: item, host: 'zone', success: 201 },
  policy,
  params: VectorsetTarget,
  answer: VectorsetCreated,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The box has this vectorset, or is still deleting it.',
    invalid_request: 'The request is not valid, or the embedding model is not installed.',
    quota_exceeded: 'The knowledge box has 10 vectorsets.',
  },
  deadlineMs: 10_000,
});

/**
 * Searches that name the vectorset fail from now on; other processes may accept it for up to 15 seconds. Its vectors
 * are removed in the background. Succeeds when there is no such vectorset.
 */
export const deleteVectorset = operation({
  name: 'kb.vectorset.delete',
  summary: 'Delete a vectorset',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy,
  params: VectorsetTarget,
  fails: { ...failsWithoutRoom, conflict: 'It is the last vectorset of the box.' },
  deadlineMs: 10_000,
});

/** @throws AppError `not_found`, also when the box belongs to another account */
export const readBoxVectorsets = operation({
  name: 'kb.vectorset.read',
  summary: 'Read which embedding models a knowledge box has',
  body: OwnedBoxReference,
  answer: BoxVectorsets,
  deadlineMs: 10_000,
});

/** Counts the vectorsets of all knowledge boxes of the zone by their model, so that none is removed that is needed. */
export const readModelUse = operation({
  name: 'kb.vectorset.models',
  summary: 'Count the knowledge boxes that use each embedding model',
  http: { method: 'GET', path: '/api/v1/admin/models', host: 'zone', success: 200 },
  policy: runsDeployment,
  answer: ModelUse,
  deadlineMs: 30_000,
});

/**
 * Makes a complete vectorset the default one. Safe to repeat.
 *
 * @throws AppError `not_found`, `conflict` while it lacks vectors
 */
export const promoteVectorset = operation({
  name: 'kb.vectorset.promote',
  summary: 'Make a vectorset the default one',
  body: NamedVectorset,
  deadlineMs: 10_000,
});

/** Pauses or continues the filling of a vectorset. Safe to repeat. @throws AppError `not_found` */
export const setVectorsetFilling = operation({
  name: 'kb.vectorset.filling',
  summary: 'Pause or continue the filling of a vectorset',
  body: VectorsetFilling,
  deadlineMs: 10_000,
});

/** Names a vectorset. */
export interface VectorsetReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the vectorset. */
  readonly id: string;
}

/** How far a vectorset is filled. */
export interface VectorsetFill extends VectorsetReference {
  /** The last resource that was given up, or whose work is done. */
  readonly after?: string;
  /** A vectorset that goes when this one has all. */
  readonly instead?: string;
}

/** Has what a box had before embedded in a new vectorset, some resources at a time. */
export const fillVectorset = task<VectorsetFill>({
  name: 'fillVectorset',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
});

/** Removes what a deleted vectorset left in the index and the database. */
export const purgeVectorset = task<VectorsetReference>({
  name: 'purgeVectorset',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
  worksWithoutRoom: true,
});
