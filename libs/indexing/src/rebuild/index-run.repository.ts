import type { IndexKind, IndexRunState, IndexWork } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, Not } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { IndexRunEntity, type IndexRunPhase } from './index-run.entity';

export interface RequestedRun {
  readonly work: IndexWork;
  /** All knowledge boxes when absent. */
  readonly kbid: string | undefined;
  readonly fromEmpty: boolean;
  readonly now: Date;
}

/** Totals of the runs of one kind. */
export interface RunTotals {
  readonly state: IndexRunState;
  readonly count: number;
  readonly resourcesTotal: number;
  readonly resourcesDone: number;
  readonly removed: number;
  readonly differences: number;
}

/** A box whose indexes are incomplete. */
export type FillingRun = Pick<IndexRunEntity, 'kbid' | 'state' | 'resourcesDone' | 'resourcesTotal'>;

type RunKey = Pick<IndexRunEntity, 'kbid' | 'work' | 'id'>;
type RunChange = Partial<Omit<IndexRunEntity, 'kbid' | 'work' | 'id'>>;

/**
 * Active runs are not replaced, unless they would keep data that is now to be dropped. A failed run leaves dropped data
 * missing, so the next run also fills the box from empty.
 */
const REQUEST_SQL = `
  INSERT INTO index_runs AS run (kbid, work, id, state, from_empty, phase, cursor, resources_total, resources_done,
    resources_per_s, removed, differences, indexes, requested, updated)
  SELECT box.id, $1, gen_random_uuid(), 'waiting', $3, $4, '',
    (SELECT count(*) FROM resources r WHERE r.kbid = box.id), 0, 0, 0, 0, '[]', $5, $5
  FROM knowledge_boxes box WHERE $2::uuid IS NULL OR box.id = $2
  ON CONFLICT (kbid, work) DO UPDATE SET id = excluded.id, state = excluded.state,
    from_empty = excluded.from_empty OR (run.from_empty AND run.state = 'failed' AND run.phase IN ('drop', 'put')),
    phase = excluded.phase, cursor = excluded.cursor, resources_total = excluded.resources_total,
    resources_done = excluded.resources_done, resources_per_s = run.resources_per_s, removed = excluded.removed,
    differences = excluded.differences, indexes = excluded.indexes, error = NULL, requested = excluded.requested,
    started = NULL, updated = excluded.updated, ended = NULL
  WHERE run.state NOT IN ('waiting', 'running') OR (excluded.from_empty AND NOT run.from_empty)`;

/**
 * Like a request from empty, for one index. If that index is already to be dropped, nothing changes; if the other one
 * is, both are dropped.
 */
const HEAL_SQL = `
  INSERT INTO index_runs AS run (kbid, work, id, state, from_empty, phase, cursor, resources_total, resources_done,
    resources_per_s, removed, differences, indexes, requested, updated)
  SELECT box.id, 'rebuild', gen_random_uuid(), 'waiting', true, $2, '',
    (SELECT count(*) FROM resources r WHERE r.kbid = box.id), 0, 0, 0, 0, '[]', $3, $3
  FROM knowledge_boxes box WHERE box.id = $1
  ON CONFLICT (kbid, work) DO UPDATE SET id = excluded.id, state = excluded.state, from_empty = true,
    phase = CASE WHEN run.state <> 'done' AND run.phase LIKE 'drop%' AND run.phase <> excluded.phase
      THEN 'drop' ELSE excluded.phase END,
    cursor = '', resources_total = excluded.resources_total, resources_done = 0, removed = 0, differences = 0,
    indexes = '[]', error = NULL, requested = excluded.requested, started = NULL, updated = excluded.updated,
    ended = NULL
  WHERE NOT (run.state IN ('waiting', 'running') AND run.phase IN ('drop', excluded.phase))
  RETURNING kbid`;

/** Emptied, or about to be because of damage, and not yet refilled. */
const fillingPhases: readonly IndexRunPhase[] = ['drop-keywords', 'drop-vectors', 'put'];
/** A run that drops both indexes is marked as running before it does; a waiting run has not dropped anything. */
const droppingStates: readonly IndexRunState[] = ['running', 'failed'];

/** Failed runs first, then those with differences, running, waiting and finished ones. */
const TELLING_FIRST = `CASE run.state WHEN 'failed' THEN 0 WHEN 'running' THEN 2 WHEN 'waiting' THEN 3
  ELSE CASE WHEN run.differences > 0 THEN 1 ELSE 4 END END`;

const fromEmpty = { work: 'rebuild', fromEmpty: true } as const;
const filling: readonly FindOptionsWhere<IndexRunEntity>[] = [
  { ...fromEmpty, phase: In([...fillingPhases]), state: Not('done') },
  { ...fromEmpty, phase: 'drop', state: In([...droppingStates]) },
];

/** Ids of all knowledge boxes, in order. */
export async function listBoxIds(
  { after, limit }: { readonly after: string; readonly limit: number },
  tx: EntityManager,
): Promise<readonly string[]> {
  const rows: { id: string }[] = await tx.query(
    'SELECT id FROM knowledge_boxes WHERE id::text > $1 ORDER BY id::text LIMIT $2',
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

@Injectable()
export class IndexRunRepository {
  /** @returns the boxes whose runs are pending, including those already pending before */
  async request({ work, kbid, fromEmpty, now }: RequestedRun, tx: EntityManager): Promise<readonly string[]> {
    const phase = work === 'verify' ? 'compare' : fromEmpty ? 'drop' : 'put';
    await tx.query(REQUEST_SQL, [work, kbid ?? null, fromEmpty, phase, now]);
    const wanted = { work, state: In(['waiting', 'running']), ...(kbid !== undefined && { kbid }) };
    return (await tx.find(IndexRunEntity, { where: wanted, select: { kbid: true, work: true } })).map(
      (run) => run.kbid,
    );
  }

  /** @returns whether the box exists and its index was not already to be dropped */
  async heal(
    { kbid, index }: { readonly kbid: string; readonly index: IndexKind },
    tx: EntityManager,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(HEAL_SQL, [kbid, `drop-${index}`, new Date()]);
    return rows.length > 0;
  }

  /** Locks the run until the transaction ends. */
  async hold(kbid: string, work: IndexWork, tx: EntityManager): Promise<void> {
    await tx.findOne(IndexRunEntity, { where: { kbid, work }, lock: { mode: 'pessimistic_write' } });
  }

  async hasBox(kbid: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(KnowledgeBoxEntity, { id: kbid });
  }

  async find(kbid: string, work: IndexWork, tx: EntityManager): Promise<IndexRunEntity | undefined> {
    return (await tx.findOneBy(IndexRunEntity, { kbid, work })) ?? undefined;
  }

  async isActive(kbid: string, work: IndexWork, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(IndexRunEntity, { kbid, work, state: In(['waiting', 'running']) });
  }

  /** Whether the indexes of a box are incomplete because they are being filled from empty, or that failed. */
  async isFilling(kbid: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(
      IndexRunEntity,
      filling.map((each) => ({ kbid, ...each })),
    );
  }

  /** The id of the last run that fills the indexes of a box from empty, finished or not; undefined if there is none. */
  async lastFromEmpty(kbid: string, tx: EntityManager): Promise<string | undefined> {
    const where = { kbid, ...fromEmpty };
    return (await tx.findOne(IndexRunEntity, { where, select: { kbid: true, work: true, id: true } }))?.id;
  }

  async listFilling(limit: number, tx: EntityManager): Promise<readonly FillingRun[]> {
    return tx.find(IndexRunEntity, { where: [...filling], order: { kbid: 'ASC' }, take: limit });
  }

  /** @returns whether the run is still the latest one */
  async change({ kbid, work, id }: RunKey, change: RunChange, tx: EntityManager): Promise<boolean> {
    const row: object = change; // TypeORM's type of a partial row does not support lists in JSON
    const { affected } = await tx.update(IndexRunEntity, { kbid, work, id }, row);
    return affected === 1;
  }

  async list(
    work: IndexWork,
    { kbid, limit }: { readonly kbid: string | undefined; readonly limit: number },
    tx: EntityManager,
  ): Promise<IndexRunEntity[]> {
    const query = tx
      .createQueryBuilder(IndexRunEntity, 'run')
      .addSelect(TELLING_FIRST, 'rank')
      .where('run.work = :work', { work })
      .orderBy('rank')
      .addOrderBy('run.kbid')
      .limit(limit);
    return (kbid === undefined ? query : query.andWhere('run.kbid = :kbid', { kbid })).getMany();
  }

  async totals(work: IndexWork, kbid: string | undefined, tx: EntityManager): Promise<readonly RunTotals[]> {
    return tx.query(
      `SELECT state, count(*)::int AS count, sum(resources_total)::float8 AS "resourcesTotal",
        sum(resources_done)::float8 AS "resourcesDone", sum(removed)::float8 AS removed,
        sum(differences)::float8 AS differences
      FROM index_runs WHERE work = $1 AND ($2::uuid IS NULL OR kbid = $2) GROUP BY state`,
      [work, kbid ?? null],
    );
  }
}
