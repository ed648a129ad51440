import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { Augmented, AugmentRequest } from './augment.dto';
import { ClientHeaders } from '../client-headers/client-headers.dto';

/**
 * Returns parts of resources, fields and paragraphs by their ids, with different parts for each group. Only what a find
 * would show the caller is returned.
 */
export const augmentContext = operation({
  name: 'search.augment',
  feature: 'search',
  summary: 'Read parts of resources, fields and paragraphs by their ids',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/augment', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: KnowledgeBoxTarget,
  headers: ClientHeaders,
  body: AugmentRequest,
  answer: Augmented,
  fails: { too_large: 'The request is larger than the limit, or its answer is: ask for fewer ids or less of them.' },
  deadlineMs: 15_000,
});
