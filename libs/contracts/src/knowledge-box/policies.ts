import type { Policy } from '../core/operation';

export const readsKnowledgeBox: Policy = {
  credentials: ['sa', 'user', 'pat', 'eph', 'none'],
  role: 'READER',
  on: 'kb',
};

export const writesKnowledgeBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'WRITER', on: 'kb' };

export const READ_DEADLINE_MS = 10_000;
export const WRITE_DEADLINE_MS = 60_000;
