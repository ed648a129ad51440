import type { Policy } from '../core/operation';

/** Reads content; anyone may, of a published knowledge box. */
export const readsKnowledgeBox: Policy = {
  credentials: ['sa', 'user', 'pat', 'eph', 'none'],
  role: 'READER',
  on: 'kb',
};

/** Changes content. */
export const writesKnowledgeBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'WRITER', on: 'kb' };

/** Changes how a knowledge box is searched. */
export const configuresKnowledgeBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'OWNER', on: 'kb' };

/** Of operations that read content. */
export const READ_DEADLINE_MS = 10_000;
/** Of operations that change content: they may write files first. */
export const WRITE_DEADLINE_MS = 60_000;
