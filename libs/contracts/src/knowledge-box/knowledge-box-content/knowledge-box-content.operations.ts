import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { KnowledgeBoxObject, KnowledgeBoxSlugTarget } from './knowledge-box-content.dto';

/** Returns the settings that matter to readers. A published box needs no credential. */
export const getKnowledgeBox = operation({
  name: 'kb.knowledge-box.read',
  summary: 'Get a knowledge box by id',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat', 'eph', 'none'], role: ['MANAGER', 'READER'], on: 'kb' },
  params: KnowledgeBoxTarget,
  answer: KnowledgeBoxObject,
  deadlineMs: 10_000,
});

/**
 * Slugs are unique within an account only, so the box is looked up among those that the caller may see: the box of an
 * API key, or the boxes that a user has a role on or owns through an account. When boxes of several accounts share the
 * slug, one of them is returned.
 */
export const getKnowledgeBoxBySlug = operation({
  name: 'kb.knowledge-box.read-by-slug',
  summary: 'Get a knowledge box by slug',
  http: { method: 'GET', path: '/api/v1/kb/s/{slug}', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'nothing' },
  params: KnowledgeBoxSlugTarget,
  answer: KnowledgeBoxObject,
  fails: { not_found: 'The caller may see no knowledge box with this slug.' },
  deadlineMs: 10_000,
});
