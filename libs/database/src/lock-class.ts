/**
 * First halves of the keys of advisory locks, one per use, so that unrelated users do not block each other. The numbers
 * are arbitrary but fixed, since running processes of older builds use the same ones.
 */
export const LOCK_CLASS = {
  /** Migrations of a schema; the second half is a hash of its name. */
  migration: 0x1ec7,
  /** Tables of the tasks of a schema; the second half is a hash of its name. */
  taskSchema: 0x1ec8,
  /** Live workers; the second half is a hash of their id. */
  worker: 0x1ec9,
  /** Jobs being taken; the second half is a hash of the schema's name. */
  takeJobs: 0x1eca,
} as const;
