import { operation } from '../../core/operation';
import { READ_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { DeletedResourceTarget, DeletionProof, DeletionReceipt } from './deletion.dto';

const fails = { not_found: 'The resource was not deleted, or its receipt is no longer kept.' };

/** Returns what the deletion of a resource removed, and whether indexes and files are purged. */
export const getDeletion = operation({
  name: 'kb.deletion.get',
  summary: 'Read the receipt of a deletion',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/deletion/{rid}', host: 'zone', success: 200 },
  policy: writesKnowledgeBox,
  params: DeletedResourceTarget,
  answer: DeletionReceipt,
  fails,
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Asks every store whether it holds anything of a deleted resource: the tables of the database, tasks that wait, the
 * index for words, the index of each vectorset, and the blob store. No cache holds contents of resources. While the
 * receipt says `purging`, entries are expected.
 */
export const verifyDeletion = operation({
  name: 'kb.deletion.verify',
  summary: 'Prove that nothing is left of a deleted resource',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/deletion/{rid}/verify', host: 'zone', success: 200 },
  policy: writesKnowledgeBox,
  params: DeletedResourceTarget,
  answer: DeletionProof,
  fails,
  deadlineMs: 60_000,
});
