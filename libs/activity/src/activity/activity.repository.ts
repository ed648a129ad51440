import type { ActivityAggregation } from '@lectern/contracts/search';
import { lockName, shareName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PURGES } from '../purges';
import { type ActivityField, columnOf } from './activity-fields';
import type { CompiledFilter } from './activity-filter';
import type { RecordedEvent } from './activity.entity';
import type { AnswerKey } from './feedback.repository';
import { COUNTS_SQL, INSERT_ACTIVITY_SQL, MONTHS_SQL } from './activity-statements.sql';

/** Identifies the rows of one kind in a box. */
export interface ActivityKey {
  readonly kbid: string;
  readonly event: RecordedEvent;
}

/** Selects and orders rows of a kind. */
export interface ActivitySelection {
  /** Months since year 0. */
  readonly month: number;
  /** Parameters start at `$4`. */
  readonly filter: CompiledFilter;
  /** Rows after this id, oldest first. */
  readonly after?: number;
  /** Rows before this id, newest first; also the order if neither is given. */
  readonly before?: number;
  readonly limit: number;
}

/** Number of the first parameter of a selection's filter. */
export const FIRST_FILTER_PARAMETER = 4;

export interface Period {
  readonly period: Date;
  readonly search: number;
  readonly chat: number;
}

const tablesOfBoxes = ['activity', 'feedback', 'activity_hours', 'activity_downloads', 'followed_changes'] as const;
type OwnTable = (typeof tablesOfBoxes)[number] | 'activity_journals' | 'purged_boxes';

@Injectable()
export class ActivityRepository {
  /** Delays marking boxes as deleted until this transaction ends, so that no row of a deleted box is inserted. */
  async begin(tx: EntityManager): Promise<void> {
    await shareName(tx, PURGES);
  }

  /**
   * @param rows as a JSON list; those of deleted boxes are skipped
   * @returns the answers among them
   */
  async insert(rows: string, tx: EntityManager): Promise<AnswerKey[]> {
    return tx.query(INSERT_ACTIVITY_SQL, [rows]);
  }

  /** Ordered by id as in the selection. */
  async list(
    { kbid, event, fields }: ActivityKey & { readonly fields: readonly ActivityField[] },
    { month, filter, after, before, limit }: ActivitySelection,
    tx: EntityManager,
  ): Promise<Readonly<Partial<Record<ActivityField, unknown>>>[]> {
    const next = FIRST_FILTER_PARAMETER + filter.values.length;
    const bound = after ?? before;
    const conditions = [
      'kbid = $1 AND event_type = $2 AND month = $3',
      ...(filter.sql ? [filter.sql] : []),
      ...(bound === undefined ? [] : [`id ${after === undefined ? '<' : '>'} $${next + 1}::bigint`]),
    ];
    const columns = fields.map((field) => `${columnOf(field)} AS "${field}"`);
    const sql = `SELECT ${columns.join(', ')} FROM activity WHERE ${conditions.join(' AND ')}
      ORDER BY id ${after === undefined ? 'DESC' : 'ASC'} LIMIT $${next}`;
    const values = [kbid, event, month, ...filter.values, limit, ...(bound === undefined ? [] : [bound])];
    return tx.query(sql, values);
  }

  /** As `YYYY-MM`, oldest first. */
  async months({ kbid, event }: ActivityKey, tx: EntityManager): Promise<string[]> {
    const rows: { readonly month: string }[] = await tx.query(MONTHS_SQL, [kbid, event]);
    return rows.map(({ month }) => month);
  }

  /** Periods with rows, oldest first. */
  async counts(
    kbid: string,
    { from, to, unit }: { readonly from: Date; readonly to: Date; readonly unit: ActivityAggregation },
    tx: EntityManager,
  ): Promise<Period[]> {
    return tx.query(COUNTS_SQL, [kbid, from, to, unit]);
  }

  /** Once this is committed, nothing is recorded for the box. */
  async markPurged(kbid: string, purgedAt: Date, tx: EntityManager): Promise<void> {
    await lockName(tx, PURGES);
    const sql = 'INSERT INTO purged_boxes (kbid, purged_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await tx.query(sql, [kbid, purgedAt]);
  }

  /** Deletes at most `limit` rows of a box from each table. @returns their number */
  async purge(kbid: string, limit: number, tx: EntityManager): Promise<number> {
    let count = 0;
    for (const table of tablesOfBoxes) count += await this.delete(`${table} WHERE kbid = $1`, [kbid, limit], tx);
    return count;
  }

  /** Deletes at most `limit` rows older than `before`, a full hour, from each table. @returns their number */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const aged = ['activity WHERE date < $1', 'feedback WHERE date < $1', 'activity_hours WHERE hour < $1'] as const;
    let count = 0;
    for (const rows of aged) count += await this.delete(rows, [before, limit], tx);
    return count + (await this.delete('activity_journals WHERE changed_at < $1', [before, limit], tx));
  }

  /** Deletes at most `limit` records of boxes deleted before `before`. @returns their number */
  async prunePurged(before: Date, limit: number, tx: EntityManager): Promise<number> {
    return this.delete('purged_boxes WHERE purged_at < $1', [before, limit], tx);
  }

  /** @param rows a table and a condition on `$1` */
  private async delete(
    rows: `${OwnTable} WHERE ${string}`,
    values: readonly [unknown, limit: number],
    tx: EntityManager,
  ): Promise<number> {
    const [table] = rows.split(' ');
    const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} LIMIT $2))`;
    const [, count]: [unknown, number] = await tx.query(sql, [...values]);
    return count;
  }
}
