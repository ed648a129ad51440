import { Matches } from 'class-validator';
import { operation } from '../core/operation';
import { KNOWLEDGE_BOX_SLUG } from './knowledge-box';
import { KnowledgeBoxTarget } from './params';

/** A knowledge box as callers of its content see it. */
export class KnowledgeBoxObject {
  uuid!: string;
  slug!: string;
  config!: {
    readonly uuid: null;
    readonly slug: string;
    readonly title: string;
    readonly description: string | null;
    readonly learning_configuration: null;
    readonly external_index_provider: null;
    readonly configured_external_index_provider: { readonly type: 'unset' };
    readonly similarity: null;
    readonly hidden_resources_enabled: boolean;
    readonly hidden_resources_hide_on_creation: boolean;
    readonly enforce_security: boolean;
  };
  model!: null;
}

export class KnowledgeBoxSlugTarget {
  @Matches(KNOWLEDGE_BOX_SLUG) slug!: string;
}

export const getKnowledgeBox = operation({
  name: 'kb.knowledge-box.read',
  summary: 'Get a knowledge box by id',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat', 'eph', 'none'], role: ['MANAGER', 'READER'], on: 'kb' },
  params: KnowledgeBoxTarget,
  answer: KnowledgeBoxObject,
  deadlineMs: 10_000,
});

/** Slugs are unique within an account only, so the service looks among what the caller may see. */
export const getKnowledgeBoxBySlug = operation({
  name: 'kb.knowledge-box.read-by-slug',
  summary: 'Get a knowledge box by slug',
  http: { method: 'GET', path: '/api/v1/kb/s/{slug}', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'nothing' },
  params: KnowledgeBoxSlugTarget,
  answer: KnowledgeBoxObject,
  deadlineMs: 10_000,
});
