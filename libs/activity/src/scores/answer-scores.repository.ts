import type { ActivityAggregation, RecordedScores } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CompiledFilter } from '../activity/activity-filter';
import { ANSWER_SQL, ANSWERS_SQL, BEGIN_SQL, KEEP_SQL, PERIODS_SQL } from './answer-scores-statements.sql';
import { sumsOf } from './score-sums';

/** Identifies a recorded answer. */
export interface AnswerKey {
  readonly kbid: string;
  readonly eventId: string;
}

/** An answer to score, and the number of attempts including this one. */
export interface TakenAnswer extends AnswerKey {
  readonly attempts: number;
  /** Absent when the record is no longer kept. */
  readonly asked?: Asked;
}

/** The record of the question and answer. */
export interface Asked {
  readonly question: string;
  readonly answer: string | null;
  readonly groups: readonly string[] | null;
  readonly isGuest: boolean;
  readonly context: readonly { readonly text_block_id: string }[];
}

interface TakenRow extends AnswerKey, Asked {
  readonly attempts: number;
  readonly isKept: boolean;
}

/** A question with its scores, as stored. */
export interface AnswerRow {
  readonly id: string;
  readonly question: string;
  readonly answer: string | null;
  readonly date: Date;
  readonly remi: RecordedScores | null;
}

/** Selects and orders answers. */
export interface AnswerSelection {
  /** Parameters start at `$2`. */
  readonly filter: CompiledFilter;
  readonly isAscending: boolean;
  readonly limit: number;
}

export type PeriodRow = Readonly<Record<string, number | null>> & { readonly period: Date };

const intervals: Readonly<Record<ActivityAggregation, string>> = {
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
  millennium: '1000 years',
};

@Injectable()
export class AnswerScoresRepository {
  /**
   * Begins an attempt at an answer of a box that is due at `now`, by default by the clock of the database, which also
   * decides when jobs run; undefined if there is none. Unless something else is
   * stored, the next attempt is due after a pause.
   *
   * @param pausesMs after the first attempt, the second one and so on; there are no attempts after the last pause
   */
  async begin(
    kbid: string,
    { now, pausesMs }: { readonly now?: Date; readonly pausesMs: readonly number[] },
    tx: EntityManager,
  ): Promise<TakenAnswer | undefined> {
    const [row]: TakenRow[] = await tx.query(BEGIN_SQL, [kbid, now ?? null, pausesMs]);
    if (!row) return undefined;
    const { eventId, attempts, isKept, ...asked } = row;
    return { kbid, eventId, attempts, asked: isKept ? asked : undefined };
  }

  /** When scoring of a box is due next; undefined if nothing waits. */
  async nextDue(kbid: string, tx: EntityManager): Promise<Date | undefined> {
    const sql = 'SELECT min(due) AS due FROM answer_scores WHERE kbid = $1';
    const [row]: { readonly due: Date | null }[] = await tx.query(sql, [kbid]);
    return row?.due ?? undefined;
  }

  /** Boxes with answers that wait for scores, in their order: the first `limit` whose ids come after `after`. */
  async listDueBoxes(
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<readonly { readonly kbid: string; readonly due: Date }[]> {
    return tx.query(
      `SELECT kbid, min(due) AS due FROM answer_scores WHERE kbid > $1 AND due IS NOT NULL
      GROUP BY kbid ORDER BY kbid LIMIT $2`,
      [after, limit],
    );
  }

  /** @param due when to retry; null for never */
  async putOff({ kbid, eventId }: AnswerKey, due: Date | null, tx: EntityManager): Promise<void> {
    await tx.query('UPDATE answer_scores SET due = $3 WHERE kbid = $1 AND event_id = $2', [kbid, eventId, due]);
  }

  async keep({ kbid, eventId }: AnswerKey, scores: RecordedScores, tx: EntityManager): Promise<void> {
    const { answer_relevance: relevance, context_relevance: contexts, groundedness, model } = scores;
    const [context, ground] = [sumsOf(contexts), sumsOf(groundedness)];
    await tx.query(KEEP_SQL, [
      kbid,
      eventId,
      model,
      relevance?.score ?? null,
      relevance?.reason ?? null,
      JSON.stringify(contexts),
      JSON.stringify(groundedness),
      context.min,
      context.max,
      context.sum,
      context.count,
      ground.min,
      ground.max,
      ground.sum,
      ground.count,
    ]);
  }

  /** Ordered by id as in the selection. */
  async list(kbid: string, { filter, isAscending, limit }: AnswerSelection, tx: EntityManager): Promise<AnswerRow[]> {
    const values = [kbid, ...filter.values, limit];
    const order = `ORDER BY activity.id ${isAscending ? 'ASC' : 'DESC'} LIMIT $${values.length}`;
    return tx.query(`${ANSWERS_SQL} ${filter.sql} ${order}`, values);
  }

  async find(
    { kbid, eventId }: AnswerKey,
    tx: EntityManager,
  ): Promise<(AnswerRow & Pick<Asked, 'context'>) | undefined> {
    const [row]: (AnswerRow & Pick<Asked, 'context'>)[] = await tx.query(ANSWER_SQL, [kbid, eventId]);
    return row;
  }

  /** All periods in the range, oldest first. */
  async periods(
    kbid: string,
    { from, to, unit }: { readonly from: Date; readonly to: Date; readonly unit: ActivityAggregation },
    tx: EntityManager,
  ): Promise<PeriodRow[]> {
    return tx.query(PERIODS_SQL, [kbid, from, to, unit, intervals[unit]]);
  }
}
