import type { EntityManager } from 'typeorm';

/**
 * Serialises transactions of this schema that lock the same name until they end: values counted or looked up afterwards
 * are still valid at the commit. The statement timeout limits the wait.
 *
 * @param name of the thing that must not be done twice concurrently, such as `files/{kbid}/{md5}`
 * @throws AppError `deadline_exceeded` by way of `Transactions.run`
 */
export async function lockName(tx: EntityManager, name: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/' || $1, 0))`, [name]);
}

/**
 * Takes a shared lock: transactions that share a name wait only for one that locks it, and vice versa.
 *
 * @throws AppError `deadline_exceeded` by way of `Transactions.run`
 */
export async function shareName(tx: EntityManager, name: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended(current_schema() || '/' || $1, 0))`, [name]);
}
