import { event } from '../../core/event';
import { operation } from '../../core/operation';
import { KnowledgeBoxReference, RetrievalSettings } from './retrieval-settings.dto';

/** @throws AppError `not_found` */
export const readRetrievalSettings = operation({
  name: 'kb.settings.read',
  summary: 'Read what retrieval must know of a knowledge box',
  body: KnowledgeBoxReference,
  answer: RetrievalSettings,
  deadlineMs: 10_000,
});

/** Settings of a knowledge box changed, or it is gone. */
export const knowledgeBoxChanged = event<{ readonly kbid: string }>('kb.knowledge-box.changed');
