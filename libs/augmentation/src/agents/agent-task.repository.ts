import { admitWithinQuota, lockName, postgresJson, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { AgentTaskEntity } from './agent-task.entity';

const PER_BOX_MAX = 1_000;
/** Tasks that are worked on together. */
const TOGETHER_MAX = 64;

/** How far work on a task got. */
export type AgentTaskProgress = Partial<
  Pick<AgentTaskEntity, 'cursor' | 'retries' | 'log' | 'completedAt' | 'failedAt' | 'progress' | 'report'>
>;

/** A task, and how far it got by now. */
export type KeptTask = Pick<AgentTaskEntity, 'id' | 'cursor' | 'retries' | 'log'> &
  Partial<Pick<AgentTaskEntity, 'progress' | 'report'>>;

/** A task at the end of a lease. */
export type ReleasedTask = KeptTask & Pick<AgentTaskEntity, 'dueAt'> & AgentTaskProgress;

// What a lease has left whose process died is due, too. During a lease a later date is set than by a nudge.
const BEGIN_SQL = `
  WITH first AS (
    SELECT id, kind, cursor, cleanup_of FROM agent_tasks
    WHERE kbid = $1 AND (due_at <= clock_timestamp() OR turn IS NOT NULL)
    ORDER BY turn IS NULL, due_at LIMIT 1
  ), own AS (
    SELECT t.id FROM agent_tasks t, first
    WHERE t.kbid = $1 AND (t.due_at <= clock_timestamp() OR t.turn IS NOT NULL) AND (t.id = first.id OR (
      t.kind = first.kind AND first.cleanup_of IS NULL AND t.cleanup_of IS NULL
      AND (t.kind = 'config' OR t.cursor = first.cursor)))
    ORDER BY t.id <> first.id, t.due_at LIMIT $3 FOR UPDATE OF t
  )
  UPDATE agent_tasks SET turn = $2, due_at = clock_timestamp() + interval '1 day',
    scheduled_at = coalesce(scheduled_at, clock_timestamp())
  WHERE id IN (SELECT id FROM own) RETURNING id`;

const KEEP_SQL = `
  UPDATE agent_tasks t SET cursor = kept.cursor, retries = kept.retries, log = kept.log, 
    progress = coalesce(kept.progress, t.progress), report = coalesce(kept.report, t.report)
  FROM json_to_recordset($2)
    AS kept (id uuid, cursor text, retries int, log text, progress jsonb, report jsonb)
  WHERE t.id = kept.id AND t.turn = $1 AND t.stopped_at IS NULL RETURNING t.id`;

const RELEASE_SQL = `
  UPDATE agent_tasks t SET turn = NULL, cursor = ended.cursor, retries = ended.retries,
    log = ended.log, progress = coalesce(ended.progress, t.progress), report = coalesce(ended.report, t.report),
    completed_at = coalesce(ended."completedAt", t.completed_at),
    failed_at = coalesce(ended."failedAt", t.failed_at),
    due_at = CASE WHEN t.kind = 'config' AND ended."dueAt" IS NOT NULL AND t.due_at <= clock_timestamp() THEN t.due_at
      ELSE ended."dueAt" END
  FROM json_to_recordset($2) AS ended (id uuid, cursor text, retries int, log text, progress jsonb, report jsonb,
    "completedAt" timestamptz, "failedAt" timestamptz, "dueAt" timestamptz)
  WHERE t.id = ended.id AND t.turn = $1`;

/** Tasks of data-augmentation agents. Those of a box are worked on in turns. */
@Injectable()
export class AgentTaskRepository {
  /** @throws AppError `quota_exceeded` */
  async insert(tasks: readonly AgentTaskEntity[], tx: EntityManager): Promise<void> {
    const [first] = tasks;
    if (!first) return;
    const { kbid } = first;
    await admitWithinQuota(tx, {
      name: quotaOf(kbid),
      count: async () => (await tx.countBy(AgentTaskEntity, { kbid })) + tasks.length - 1,
      max: PER_BOX_MAX,
      refusal: `A knowledge box has at most ${PER_BOX_MAX} tasks: delete some`,
    });
    // Free JSON, for which TypeORM's type of a partial row has no words.
    const rows = tasks.map((task): object => ({ ...task, parameters: storable(task.parameters) }));
    await tx.insert(AgentTaskEntity, rows);
  }

  /** Keeps others from adding tasks to the box until the transaction ends. */
  async hold(kbid: string, tx: EntityManager): Promise<void> {
    await lockName(tx, quotaOf(kbid));
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

  /** The task that moves a box to a model, while it does; undefined without one. */
  async findMigration(kbid: string, model: string, tx: EntityManager): Promise<AgentTaskEntity | undefined> {
    const ended = { completedAt: IsNull(), stoppedAt: IsNull(), failedAt: IsNull(), cleanupOf: IsNull() };
    const where = { kbid, kind: 'request' as const, name: 'semantic-model-migrator', ...ended };
    const running = await tx.find(AgentTaskEntity, { where, order: { created: 'ASC', id: 'ASC' } });
    return running.find(
      ({ parameters }) => 'semantic_model_id' in parameters && parameters.semantic_model_id === model,
    );
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

  /** Tasks of a box for new resources are due now. @returns whether there are any */
  async nudge(kbid: string, tx: EntityManager): Promise<boolean> {
    const [, count]: [unknown[], number] = await tx.query(
      `UPDATE agent_tasks SET due_at = clock_timestamp()
      WHERE kbid = $1 AND kind = 'config' AND due_at > clock_timestamp()`,
      [kbid],
    );
    return count > 0;
  }

  /** When work on tasks of a box is due next; undefined without any. */
  async nextDue(kbid: string, tx: EntityManager): Promise<Date | undefined> {
    const [row]: { readonly due: Date | null }[] = await tx.query(
      'SELECT min(due_at) AS due FROM agent_tasks WHERE kbid = $1',
      [kbid],
    );
    return row?.due ?? undefined;
  }

  /** Boxes with tasks that are due some time, in their order: the first `limit` whose ids come after `after`. */
  async listDueBoxes(
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<readonly { readonly kbid: string; readonly due: Date }[]> {
    return tx.query(
      `SELECT kbid, min(due_at) AS due FROM agent_tasks WHERE kbid > $1 AND due_at IS NOT NULL
      GROUP BY kbid ORDER BY kbid LIMIT $2`,
      [after, limit],
    );
  }

  /**
   * Begins a lease: takes the task of a box that waits longest among those that are due, and with it those that can be
   * worked on together with it: for new resources, or for existing ones from the same place on.
   *
   * @returns their ids
   */
  async begin(kbid: string, lease: string, tx: EntityManager): Promise<readonly string[]> {
    const [rows]: [{ readonly id: string }[]] = await tx.query(BEGIN_SQL, [kbid, lease, TOGETHER_MAX]);
    return rows.map(({ id }) => id);
  }

  /** Oldest first. */
  async listLeased(ids: readonly string[], lease: string, tx: EntityManager): Promise<AgentTaskEntity[]> {
    return tx.find(AgentTaskEntity, { where: { id: In([...ids]), lease }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** @returns those that are still to be worked on in this lease */
  async keep(lease: string, tasks: readonly KeptTask[], tx: EntityManager): Promise<ReadonlySet<string>> {
    const [rows]: [{ readonly id: string }[]] = await tx.query(KEEP_SQL, [lease, postgresJson(tasks)]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ends the lease of tasks; one that was nudged in between is due at once. Those of other leases are left alone. */
  async release(lease: string, tasks: readonly ReleasedTask[], tx: EntityManager): Promise<void> {
    if (tasks.length > 0) await tx.query(RELEASE_SQL, [lease, postgresJson(tasks)]);
  }
}

function quotaOf(kbid: string): string {
  return `agent-tasks/${kbid}`;
}
