import { AccountTarget } from '../../accounts/account/account.dto';
import { IndexedKnowledgeBoxes } from '../../accounts/zone/zone.dto';
import { betweenHosts } from '../../core/between-hosts';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { task } from '../../core/task';
import {
  AccountId,
  AccountKnowledgeBoxTarget,
  CreatedId,
  CreateKnowledgeBoxPayload,
  EmptyRecord,
  KnowledgeBoxList,
  KnowledgeBoxQuery,
  KnowledgeBoxRecord,
  ModifyKnowledgeBoxPayload,
} from './knowledge-box.dto';

const managed = { credentials: ['nua', 'user', 'pat'], nuaKeyNeeds: 'kb-management' } as const;

/**
 * Returns the boxes of this zone, regardless of the role of the caller on each, ordered by slug. Agents are left out
 * unless `mode` asks for them. The list is not paged.
 */
export const listAccountKnowledgeBoxes = operation({
  name: 'kb.knowledge-box.list',
  summary: 'List the knowledge boxes of an account',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/kbs',
    host: 'zone',
    success: 200,
    member: 'boxes',
  },
  policy: { ...managed, role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  query: KnowledgeBoxQuery,
  answer: KnowledgeBoxList,
  deadlineMs: 10_000,
});

/**
 * A user who creates a box becomes its owner (`SOWNER`). The box can be used at once. An account has at most 5,000
 * boxes per zone.
 */
export const createAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.create',
  summary: 'Create a knowledge box',
  http: { method: 'POST', path: '/api/v1/account/{account}/kbs', host: 'zone', success: 201 },
  policy: { ...managed, role: 'AOWNER', on: 'account' },
  params: AccountTarget,
  body: CreateKnowledgeBoxPayload,
  answer: CreatedId,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The account has a knowledge box with this slug.',
    quota_exceeded: 'The account has 5,000 knowledge boxes, or as many as its type allows.',
    invalid_request:
      'The request is not valid, names a model that the deployment does not have, or hides new resources without ' +
      'enabling hidden resources.',
  },
  deadlineMs: 10_000,
});

/** Returns the settings of the box. Owners reach it from origins and addresses that the box does not allow. */
export const getAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.get',
  summary: 'Get a knowledge box',
  http: { method: 'GET', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 200 },
  policy: { ...managed, credentials: ['nua', 'sa', 'user', 'pat'], role: 'any', on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  answer: KnowledgeBoxRecord,
  deadlineMs: 10_000,
});

/** Boxes have no logos: nothing sets one. */
export const getKnowledgeBoxLogo = operation({
  name: 'kb.knowledge-box.logo',
  summary: 'Get the logo of a knowledge box',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/kb/{kbid}/logo.png',
    host: 'zone',
    success: 200,
    reply: 'binary',
  },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  refuses: { code: 'not_found', message: 'Knowledge box logo not found' },
  deadlineMs: 10_000,
});

/**
 * Members that are absent stay. Null empties `description` and both lists of allowed callers, and leaves the others as
 * they are. Changes take effect at once; other processes may apply earlier settings for up to 15 seconds,
 * and let callers in as before for up to 5 seconds.
 */
export const modifyAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.modify',
  summary: 'Modify a knowledge box',
  http: { method: 'PATCH', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 200 },
  policy: { ...managed, role: ['SOWNER', 'AOWNER'], on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  body: ModifyKnowledgeBoxPayload,
  answer: EmptyRecord,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The account has another knowledge box with this slug.',
    invalid_request: 'The request is not valid, or hides new resources without enabling hidden resources.',
  },
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/**
 * The box, its service accounts and their keys are gone at once. A background task then removes its content from the
 * database, the indexes and the blob store. It cannot be undone.
 */
export const deleteAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.delete',
  summary: 'Delete a knowledge box with everything in it',
  http: { method: 'DELETE', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 204, reply: 'empty' },
  policy: { ...managed, role: ['SOWNER', 'AOWNER'], on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  fails: failsWithoutRoom,
  deadlineMs: 30_000,
});

/** A knowledge box that was deleted. */
export interface DeletedKnowledgeBox {
  readonly kbid: string;
  readonly account: string;
  /** Whether it was the memory of an agent, of which more is left than a knowledge box. */
  readonly isAgent?: boolean;
}

/** Removes the remains of a deleted knowledge box: rows of its content, both indexes, blobs. */
export const purgeKnowledgeBox = task<DeletedKnowledgeBox>({
  name: 'purgeKnowledgeBox',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
  worksWithoutRoom: true,
});

/** For the accounts host, which stores nothing about knowledge boxes. */
export const indexKnowledgeBoxes = operation({
  ...betweenHosts('kb.knowledge-box.index', 'zone'),
  summary: 'List the knowledge boxes that a zone holds for an account',
  body: AccountId,
  answer: IndexedKnowledgeBoxes,
  deadlineMs: 10_000,
});
