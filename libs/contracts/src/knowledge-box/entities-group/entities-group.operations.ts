import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox } from '../policies';
import { EntitiesGroup, EntitiesGroups, EntitiesGroupsQuery, EntitiesGroupTarget } from './entities-group.dto';

const TOO_SLOW = 'The knowledge box has too many fields to look through within 8 seconds.';

/**
 * Returns the types of the entities that the content of the box mentions, at most 100: those with the most entities. A
 * guest of a published box gets those of public resources.
 */
export const listEntitiesGroups = operation({
  name: 'kb.entities-group.list',
  summary: 'List the groups of entities',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/entitiesgroups', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: KnowledgeBoxTarget,
  query: EntitiesGroupsQuery,
  answer: EntitiesGroups,
  fails: { bad_request: '`show_entities` is true.', deadline_exceeded: TOO_SLOW },
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Returns the entities of one type that the content of the box mentions. A guest of a published box gets those of
 * public resources.
 */
export const getEntitiesGroup = operation({
  name: 'kb.entities-group.get',
  summary: 'Get a group of entities',
  http: {
    method: 'GET',
    path: '/api/v1/kb/{kbid}/entitiesgroup/{group}',
    host: 'zone',
    success: 200,
    unknownBox: "Knowledge Box '{kbid}' does not exist",
  },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: EntitiesGroupTarget,
  answer: EntitiesGroup,
  fails: { not_found: 'The knowledge box or the group does not exist.', deadline_exceeded: TOO_SLOW },
  deadlineMs: READ_DEADLINE_MS,
});
