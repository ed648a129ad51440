import { BOX_NOT_FOUND } from '../../core/http-binding';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS } from '../policies';
import { ProcessingStatus, ProcessingStatusQuery } from './processing-status.dto';

/**
 * Returns one item for each resource that cannot be found by its words or its meaning yet, or whose work was given up
 * (of the 1,000 pieces of work of the box that were given up first). Completed work is not listed. `waiting` counts all
 * of them, beyond this page.
 *
 * @throws AppError `not_found`
 */
export const listProcessingStatus = operation({
  name: 'kb.processing.list',
  summary: 'List resources that are still to be processed or embedded',
  http: {
    method: 'GET',
    path: '/api/v1/kb/{kbid}/processing-status',
    host: 'zone',
    success: 200,
    unknownBox: BOX_NOT_FOUND,
  },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: KnowledgeBoxTarget,
  query: ProcessingStatusQuery,
  answer: ProcessingStatus,
  deadlineMs: READ_DEADLINE_MS,
});
