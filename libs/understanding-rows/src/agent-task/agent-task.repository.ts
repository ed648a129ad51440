import { admitWithinQuota, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { AgentTaskEntity } from './agent-task.entity';

const PER_BOX_MAX = 1_000;

/** A task that somebody works on. */
export interface LeasedTask {
  readonly id: string;
  readonly lease: string;
}

/** How far work on a task got. */
export type AgentTaskProgress = Partial<
  Pick<AgentTaskEntity, 'cursor' | 'retries' | 'log' | 'completedAt' | 'failedAt'>
>;

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

  /** Takes the task that waits longest among those that are due and nobody works on. @returns its id */
  async lease(
    lease: string,
    { now, until }: { readonly now: Date; readonly until: Date },
    tx: EntityManager,
  ): Promise<string | undefined> {
    const [rows]: [{ readonly id: string }[]] = await tx.query(
      `UPDATE agent_tasks SET lease = $1, leased_until = $3, due_at = $3, scheduled_at = coalesce(scheduled_at, $2)
        WHERE id = (
          SELECT id FROM agent_tasks WHERE due_at <= $2 AND (leased_until IS NULL OR leased_until < $2)
          ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
      [lease, now, until],
    );
    return rows[0]?.id;
  }

  async findLeased({ id, lease }: LeasedTask, tx: EntityManager): Promise<AgentTaskEntity | undefined> {
    return (await tx.findOneBy(AgentTaskEntity, { id, lease })) ?? undefined;
  }

  /** @returns false when the task is no longer to be worked on under this lease */
  async keep(
    { id, lease }: LeasedTask,
    { until, ...progress }: AgentTaskProgress & { readonly until: Date },
    tx: EntityManager,
  ): Promise<boolean> {
    const changes = { leasedUntil: until, ...progress };
    const result = await tx.update(AgentTaskEntity, { id, lease, stoppedAt: IsNull() }, changes);
    return (result.affected ?? 0) > 0;
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
