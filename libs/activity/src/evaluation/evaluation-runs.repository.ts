import type { EvaluationResult } from '@lectern/contracts/search';
import { postgresJson, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { EvaluationResultEntity, EvaluationRunEntity } from './evaluation.entity';

/** Identifies a run. */
export interface EvaluationRunKey {
  readonly kbid: string;
  readonly id: string;
}

/** A run without its questions. */
export type EvaluationRunRow = Omit<EvaluationRunEntity, 'questions'>;

/** Where a result belongs. */
export interface ResultPlace {
  readonly variant: number;
  readonly place: number;
}

const withoutQuestions = {
  kbid: true,
  id: true,
  setId: true,
  title: true,
  size: true,
  settings: true,
  account: true,
  author: true,
  state: true,
  error: true,
  created: true,
  finished: true,
} as const;

@Injectable()
export class EvaluationRunsRepository {
  async insert(row: EvaluationRunEntity, tx: EntityManager): Promise<void> {
    await tx.insert(EvaluationRunEntity, storable(row));
  }

  async countRunning(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(EvaluationRunEntity, { kbid, state: 'running' });
  }

  /** The newest first. @param setId absent: of all sets */
  async list(kbid: string, setId: string | undefined, tx: EntityManager): Promise<readonly EvaluationRunRow[]> {
    const where = { kbid, ...(setId !== undefined && { setId }) };
    return tx.find(EvaluationRunEntity, { select: withoutQuestions, where, order: { created: 'DESC', id: 'ASC' } });
  }

  async find({ kbid, id }: EvaluationRunKey, tx: EntityManager): Promise<EvaluationRunRow | null> {
    return tx.findOne(EvaluationRunEntity, { select: withoutQuestions, where: { kbid, id } });
  }

  async findWhole({ kbid, id }: EvaluationRunKey, tx: EntityManager): Promise<EvaluationRunEntity | null> {
    return tx.findOneBy(EvaluationRunEntity, { kbid, id });
  }

  /** @returns whether it ran until then */
  async end(
    { kbid, id }: EvaluationRunKey,
    changes: Pick<EvaluationRunEntity, 'state' | 'error' | 'finished'>,
    tx: EntityManager,
  ): Promise<boolean> {
    const { affected } = await tx.update(EvaluationRunEntity, { kbid, id, state: 'running' }, storable(changes));
    return (affected ?? 0) > 0;
  }

  /** Deletes runs with their results. @returns how many there were */
  async delete(kbid: string, ids: readonly string[], tx: EntityManager): Promise<number> {
    await tx.delete(EvaluationResultEntity, { kbid, runId: In([...ids]) });
    const { affected } = await tx.delete(EvaluationRunEntity, { kbid, id: In([...ids]) });
    return affected ?? 0;
  }

  /** Results of a run that was deleted are dropped. Safe to repeat. */
  async addResults(
    { kbid, id }: EvaluationRunKey,
    results: readonly (ResultPlace & { readonly result: EvaluationResult })[],
    tx: EntityManager,
  ): Promise<void> {
    const sql = `
      INSERT INTO evaluation_results (kbid, run_id, variant, place, result)
      SELECT run.kbid, run.id, new.variant, new.place, new.result
      FROM (SELECT kbid, id FROM evaluation_runs WHERE kbid = $1 AND id = $2 FOR SHARE) AS run,
        unnest($3::integer[], $4::integer[], $5::jsonb[]) AS new (variant, place, result)
      ON CONFLICT DO NOTHING`;
    const columns = [results.map((one) => one.variant), results.map((one) => one.place)];
    await tx.query(sql, [kbid, id, ...columns, results.map((one) => postgresJson(one.result))]);
  }

  /** In the order of variants and questions. @param variant absent: of all */
  async results(
    { kbid, id }: EvaluationRunKey,
    variant: number | undefined,
    tx: EntityManager,
  ): Promise<readonly EvaluationResultEntity[]> {
    return tx.find(EvaluationResultEntity, {
      where: { kbid, runId: id, ...(variant !== undefined && { variant }) },
      order: { variant: 'ASC', place: 'ASC' },
    });
  }

  /** Scores of runs without the texts. */
  async scores(
    kbid: string,
    ids: readonly string[],
    tx: EntityManager,
  ): Promise<
    readonly (Pick<EvaluationResultEntity, 'runId' | 'variant'> & Pick<EvaluationResult, 'scores' | 'error'>)[]
  > {
    return tx.query(
      `SELECT run_id AS "runId", variant, result->'scores' AS scores, result->>'error' AS error
      FROM evaluation_results WHERE kbid = $1 AND run_id = ANY ($2::uuid[])`,
      [kbid, [...ids]],
    );
  }

  /** Where there are results. */
  async places({ kbid, id }: EvaluationRunKey, tx: EntityManager): Promise<readonly ResultPlace[]> {
    return tx.query('SELECT variant, place FROM evaluation_results WHERE kbid = $1 AND run_id = $2', [kbid, id]);
  }

  /** Deletes the runs of a box with their results. */
  async purge(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(EvaluationResultEntity, { kbid });
    await tx.delete(EvaluationRunEntity, { kbid });
  }
}
