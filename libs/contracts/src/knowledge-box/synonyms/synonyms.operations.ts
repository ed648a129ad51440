import { event } from '../../core/event';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { KnowledgeBoxReference } from '../retrieval-settings/retrieval-settings.dto';
import { CustomSynonyms, CustomSynonymsPayload } from './synonyms.dto';

const path = '/api/v1/kb/{kbid}/custom-synonyms';

/** Replaces all custom synonyms of the knowledge box. Searches use them with `with_synonyms` only. */
export const putSynonyms = operation({
  name: 'kb.synonyms.put',
  summary: 'Replace the custom synonyms',
  http: { method: 'PUT', path, host: 'zone', success: 204, reply: 'empty' },
  policy: writesKnowledgeBox,
  params: KnowledgeBoxTarget,
  body: CustomSynonymsPayload,
  fails: failsWithoutRoom,
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns all custom synonyms of the knowledge box. */
export const getSynonyms = operation({
  name: 'kb.synonyms.get',
  summary: 'Get the custom synonyms',
  http: { method: 'GET', path, host: 'zone', success: 200 },
  policy: { ...readsKnowledgeBox, credentials: ['sa', 'user', 'pat'] },
  params: KnowledgeBoxTarget,
  answer: CustomSynonyms,
  deadlineMs: READ_DEADLINE_MS,
});

/** Removes all custom synonyms of the knowledge box. A box without synonyms is not an error. */
export const deleteSynonyms = operation({
  name: 'kb.synonyms.delete',
  summary: 'Delete the custom synonyms',
  http: { method: 'DELETE', path, host: 'zone', success: 204, reply: 'empty' },
  policy: writesKnowledgeBox,
  params: KnowledgeBoxTarget,
  fails: failsWithoutRoom,
  deadlineMs: WRITE_DEADLINE_MS,
});

/** The same for search, which checks access itself. */
export const readSynonyms = operation({
  name: 'kb.synonyms.read',
  summary: 'Read the custom synonyms of a knowledge box',
  body: KnowledgeBoxReference,
  answer: CustomSynonyms,
  deadlineMs: READ_DEADLINE_MS,
});

/** The custom synonyms of a knowledge box changed. */
export const synonymsChanged = event<{ readonly kbid: string }>('kb.synonyms.changed');
