import type { EntityManager } from 'typeorm';

/**
 * Makes transactions of this schema that name the same thing wait for each other until they end: what is counted or
 * looked up afterwards still holds at the commit. Waiting ends with the statement timeout.
 *
 * @param name of what must not be done twice at once, such as `files/{kbid}/{md5}`
 * @throws AppError `deadline_exceeded` by way of `Transactions.run`
 */
export async function lockName(tx: EntityManager, name: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/' || $1, 0))`, [name]);
}

/**
 * Transactions that share a name do not wait for each other, but for one that locks it, and it for them.
 *
 * @throws AppError `deadline_exceeded` by way of `Transactions.run`
 */
export async function shareName(tx: EntityManager, name: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended(current_schema() || '/' || $1, 0))`, [name]);
}
