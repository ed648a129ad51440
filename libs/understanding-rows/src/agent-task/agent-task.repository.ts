import { admitWithinQuota, postgresJson, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { AgentTaskEntity } from './agent-task.entity';

const PER_BOX_MAX = 1_000;
/** Tasks that are worked on together. */
const LEASED_TOGETHER_MAX = 64;

/** A task that somebody works on. */
export interface LeasedTask {
  readonly id: string;
  readonly lease: string;
}

/** How far work on a task got. */
export type AgentTaskProgress = Partial<
  Pick<AgentTaskEntity, 'cursor' | 'retries' | 'log' | 'completedAt' | 'failedAt'>
>;

/** A task, and how far it got by now. */
export type KeptTask = Pick<AgentTaskEntity, 'id' | 'cursor' | 'retries' | 'log'>;

const LEASE_SQL = `
  WITH first AS (
    SELECT id, kbid, kind, cursor, cleanup_of FROM agent_tasks t
    WHERE due_at <= $2 AND (leased_until IS NULL OR leased_until < $2) AND NOT EXISTS (
      SELECT FROM agent_tasks busy WHERE busy.kbid = t.kbid AND busy.lease IS NOT NULL AND busy.leased_until >= $2)
    ORDER BY due_at LIMIT 1
  ), own AS (
    SELECT t.id FROM agent_tasks t JOIN first ON first.kbid = t.kbid
    WHERE t.due_at <= $2 AND (t.leased_until IS NULL OR t.leased_until < $2) AND (t.id = first.id OR (
      t.kind = first.kind AND first.cleanup_of IS NULL AND t.cleanup_of IS NULL
      AND (t.kind = 'config' OR t.cursor = first.cursor)))
    ORDER BY t.id <> first.id, t.due_at LIMIT $4 FOR UPDATE OF t SKIP LOCKED
  )
  UPDATE agent_tasks SET lease = $1, leased_until = $3, due_at = $3, scheduled_at = coalesce(scheduled_at, $2)
  WHERE id IN (SELECT id FROM own) RETURNING id`;

const KEEP_SQL = `
  UPDATE agent_tasks t SET leased_until = $2, cursor = kept.cursor, retries = kept.retries, log = kept.log
  FROM json_to_recordset($3) AS kept (id uuid, cursor text, retries int, log text)
  WHERE t.id = kept.id AND t.lease = $1 AND t.stopped_at IS NULL RETURNING t.id`;

/** Tasks of data-augmentation agents, with leases for those who work on them. */
@Injectable()
export class AgentTaskRepository {
  /** @throws AppError `quota_exceeded` */
  async insert(tasks: readonly AgentTaskEntity[], tx: EntityManager): Promise<void> {
    const [first] = tasks;
    if (!first) return;
    const { kbid } = first;
    await admitWithinQuota(tx, {
      name: `agent-tasks/${kbid}`,
      count: async () => (await tx.countBy(AgentTaskEntity, { kbid })) + tasks.length - 1,
      max: PER_BOX_MAX,
      refusal: `A knowledge box has at most ${PER_BOX_MAX} tasks: delete some`,
    });
    // Free JSON, for which TypeORM's type of a partial row has no words.
    const rows = tasks.map((task): object => ({ ...task, parameters: storable(task.parameters) }));
    await tx.insert(AgentTaskEntity, rows);
  }

  async find(kbid: string, id: string, tx: EntityManager): Promise<AgentTaskEntity | undefined> {
    return (await tx.findOneBy(AgentTaskEntity, { kbid, id })) ?? undefined;
  }

  /** Newest first. */
  async list(kbid: string, tx: EntityManager): Promise<AgentTaskEntity[]> {
    return tx.find(AgentTaskEntity, { where: { kbid }, order: { created: 'DESC', id: 'ASC' } });
  }

  /** For new resources, oldest first: of these ids, or all. */
  async listEnabled(kbid: string, tx: EntityManager, ids?: readonly string[]): Promise<AgentTaskEntity[]> {
    const where = { kbid, kind: 'config' as const, enabled: true, ...(ids && { id: In([...ids]) }) };
    return tx.find(AgentTaskEntity, { where, order: { created: 'ASC', id: 'ASC' } });
  }

  async update(
    { kbid, id }: Pick<AgentTaskEntity, 'kbid' | 'id'>,
    changes: Partial<AgentTaskEntity>,
    tx: EntityManager,
  ): Promise<void> {
    const row: object = storable(changes); // Free JSON among them.
    await tx.update(AgentTaskEntity, { kbid, id }, row);
  }

  async delete(kbid: string, id: string, tx: EntityManager): Promise<void> {
    await tx.delete(AgentTaskEntity, { kbid, id });
  }

  async deleteOfBox(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(AgentTaskEntity, { kbid });
  }

  /** Tasks of a box for new resources are due now. */
  async nudge(kbid: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.query(`UPDATE agent_tasks SET due_at = $2 WHERE kbid = $1 AND kind = 'config' AND due_at > $2`, [
      kbid,
      now,
    ]);
  }

  /**
   * Takes the task that waits longest among those that are due, of a box whose tasks nobody works on, and with it those
   * of the box that can be worked on together with it: for new resources, or for existing ones from the same place on.
   *
   * @returns their ids
   */
  async lease(
    lease: string,
    { now, until }: { readonly now: Date; readonly until: Date },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const [rows]: [{ readonly id: string }[]] = await tx.query(LEASE_SQL, [lease, now, until, LEASED_TOGETHER_MAX]);
    return rows.map(({ id }) => id);
  }

  /** Oldest first. */
  async listLeased(ids: readonly string[], lease: string, tx: EntityManager): Promise<AgentTaskEntity[]> {
    return tx.find(AgentTaskEntity, { where: { id: In([...ids]), lease }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** @returns those that are still to be worked on under this lease */
  async keep(
    { lease, until }: { readonly lease: string; readonly until: Date },
    tasks: readonly KeptTask[],
    tx: EntityManager,
  ): Promise<ReadonlySet<string>> {
    const [rows]: [{ readonly id: string }[]] = await tx.query(KEEP_SQL, [lease, until, postgresJson(tasks)]);
    return new Set(rows.map(({ id }) => id));
  }

  /** @param dueAt when it is worked on next; null when it is done */
  async release(
    { id, lease }: LeasedTask,
    { dueAt, ...progress }: AgentTaskProgress & { readonly dueAt: Date | null },
    tx: EntityManager,
  ): Promise<void> {
    const [task] = await tx.find(AgentTaskEntity, { where: { id, lease }, lock: { mode: 'pessimistic_write' } });
    if (!task) return;
    // Nudged while somebody worked on it: a lease sets a later date.
    const isNudged = task.kind === 'config' && dueAt !== null && task.dueAt !== null && task.dueAt <= new Date();
    await tx.update(
      AgentTaskEntity,
      { id },
      { ...progress, lease: null, leasedUntil: null, dueAt: isNudged ? task.dueAt : dueAt },
    );
  }
}
