import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { Hydrated, HydrateRequest } from './hydrate.dto';

/**
 * Returns texts of paragraphs by their ids, and what belongs to them: paragraphs around them, their fields and their
 * resources. Only what a find would show the caller is returned.
 */
export const hydrateParagraphs = operation({
  name: 'search.hydrate',
  feature: 'search',
  summary: 'Read what belongs to paragraphs by their ids',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/hydrate', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'search',
  params: KnowledgeBoxTarget,
  body: HydrateRequest,
  answer: Hydrated,
  fails: {
    too_large: 'The request is larger than the limit, or its answer is: ask for fewer paragraphs or less of them.',
  },
  deadlineMs: 15_000,
});
