import type { EntityManager } from 'typeorm';

/** Any fixed number: the first half of the lock's key. */
const LOCK_CLASS = 0x1ec8;

/** Until the transaction ends, other processes wait here before they make what there must be one of. */
export async function lockFirstStart(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [LOCK_CLASS]);
}
