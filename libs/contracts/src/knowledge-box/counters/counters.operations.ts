import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox } from '../policies';
import { CountersQuery, KnowledgeBoxCounters, KnowledgeBoxShards } from './counters.dto';

const AWAY = 'An index cannot answer now, or is being rebuilt.';

/**
 * Resources and fields are counted in the database; paragraphs, sentences and bytes are what the indexes hold, so they
 * follow a change as soon as it can be found.
 */
export const countContent = operation({
  name: 'kb.counters.get',
  summary: 'Count the content of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/counters', host: 'zone', success: 200 },
  policy: { ...readsKnowledgeBox, role: ['READER', 'MANAGER'] },
  params: KnowledgeBoxTarget,
  query: CountersQuery,
  answer: KnowledgeBoxCounters,
  fails: { unavailable: AWAY },
  deadlineMs: READ_DEADLINE_MS,
});

/** Returns what the index of the box holds: one entry, since an index belongs to one box and is never divided. */
export const listShards = operation({
  name: 'kb.shard.list',
  summary: 'List the index shards of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/shards', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'MANAGER', on: 'kb' },
  params: KnowledgeBoxTarget,
  answer: KnowledgeBoxShards,
  fails: { unavailable: AWAY },
  deadlineMs: READ_DEADLINE_MS,
});
