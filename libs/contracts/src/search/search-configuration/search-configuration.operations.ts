import { event } from '../../core/event';
import { failsWithoutRoom } from '../../core/failures';
import { documentOperation, operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  configuresKnowledgeBox,
  READ_DEADLINE_MS,
  readsKnowledgeBox,
  WRITE_DEADLINE_MS,
} from '../../knowledge-box/policies';
import {
  SearchConfiguration,
  SearchConfigurationPayload,
  SearchConfigurationReference,
  SearchConfigurations,
  SearchConfigurationTarget,
} from './search-configuration.dto';

const collection = '/api/v1/kb/{kbid}/search_configurations';
const item = `${collection}/{name}`;
const NOT_FOUND = 'The knowledge box or the search configuration does not exist, or the caller may not know of it.';

/**
 * A find or ask that names the configuration gets its members; those that the request itself has take precedence, each
 * as a whole. A knowledge box has at most 500 search configurations.
 */
export const createSearchConfiguration = operation({
  name: 'kb.search-configuration.create',
  summary: 'Create a search configuration',
  http: { method: 'POST', path: item, host: 'zone', success: 201, reply: 'empty' },
  policy: configuresKnowledgeBox,
  params: SearchConfigurationTarget,
  body: SearchConfigurationPayload,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The knowledge box has a search configuration of this name.',
    quota_exceeded: 'The knowledge box has 500 search configurations.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Replaces all of the configuration: members that the body leaves out are gone. */
export const replaceSearchConfiguration = operation({
  name: 'kb.search-configuration.replace',
  summary: 'Replace a search configuration',
  http: { method: 'PATCH', path: item, host: 'zone', success: 200, reply: 'empty' },
  policy: configuresKnowledgeBox,
  params: SearchConfigurationTarget,
  body: SearchConfigurationPayload,
  fails: { ...failsWithoutRoom, not_found: NOT_FOUND },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Requests that name the configuration are refused from then on; other processes may use it for up to a second. */
export const deleteSearchConfiguration = operation({
  name: 'kb.search-configuration.delete',
  summary: 'Delete a search configuration',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: configuresKnowledgeBox,
  params: SearchConfigurationTarget,
  fails: { ...failsWithoutRoom, not_found: NOT_FOUND },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Returns the members that were sent, without defaults. Guests of a published box get those that say how results and
 * answers come out, and no prompts, filters or groups.
 */
export const getSearchConfiguration = operation({
  name: 'kb.search-configuration.get',
  summary: 'Get a search configuration',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: SearchConfigurationTarget,
  answer: SearchConfiguration,
  fails: { not_found: NOT_FOUND },
  deadlineMs: READ_DEADLINE_MS,
});

/** Returns all search configurations by name, to guests as one of them. The list is not paged. */
export const listSearchConfigurations = documentOperation({
  name: 'kb.search-configuration.list',
  summary: 'List search configurations',
  http: { method: 'GET', path: collection, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: KnowledgeBoxTarget,
  answer: SearchConfigurations,
  deadlineMs: READ_DEADLINE_MS,
});

/** The same of one for search, which checks access itself. @throws AppError `not_found` */
export const readSearchConfiguration = operation({
  name: 'kb.search-configuration.read',
  summary: 'Read a search configuration of a knowledge box',
  body: SearchConfigurationReference,
  answer: SearchConfiguration,
  deadlineMs: READ_DEADLINE_MS,
});

/** A search configuration of a knowledge box was created, replaced or deleted. */
export const searchConfigurationChanged = event<{ readonly kbid: string; readonly name: string }>(
  'kb.search-configuration.changed',
);
