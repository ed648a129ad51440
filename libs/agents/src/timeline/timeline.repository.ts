import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TimelineEntity } from './timeline.entity';

/** A part of the interactions of an agent. */
export interface TimelineSelection {
  readonly agent: string;
  /** Id of a session. */
  readonly session?: string;
  /** Id of an interaction: those before it. */
  readonly before?: string;
  readonly limit: number;
}

/** Interactions that began within a time. */
export interface TimelinePeriod {
  readonly agent: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Id of a session; null for all. */
  readonly session: string | null;
  /** The last one of the page before. */
  readonly after: Pick<TimelineEntity, 'date' | 'id'> | undefined;
  readonly limit: number;
}

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Columns of a list, which has no details. */
const listed = (
  'id session_id workflow user_id user_type date question answer outcome error ' +
  'total_time input_svc_tokens output_svc_tokens'
).split(' ');
const types: Readonly<Record<string, string>> = { agent: 'uuid', id: 'uuid', date: 'timestamptz', detail: 'jsonb' };
const numbers = new Set(['total_time', 'input_svc_tokens', 'output_svc_tokens']);
const all = ['agent', ...listed, 'detail'];
const typed = all.map((name) => `${name} ${types[name] ?? (numbers.has(name) ? 'double precision' : 'text')}`);
const INSERT_SQL = `
  INSERT INTO timelines (${all.join(', ')})
  SELECT ${all.join(', ')} FROM jsonb_to_recordset($1::jsonb) AS (${typed.join(', ')})
  ON CONFLICT DO NOTHING`;

/** Interactions that have ended. */
@Injectable()
export class TimelineRepository {
  /** @param rows as a JSON list */
  async insert(rows: string, tx: EntityManager): Promise<void> {
    await tx.query(INSERT_SQL, [rows]);
  }

  /** Newest first, without details. */
  async list(
    { agent, session, before, limit }: TimelineSelection,
    tx: EntityManager,
  ): Promise<Omit<TimelineEntity, 'detail'>[]> {
    const conditions = [
      'agent = $1',
      ...(session === undefined ? [] : ['session_id = $3']),
      ...(before === undefined
        ? []
        : [
            `(date, id) < (SELECT date, id FROM timelines WHERE agent = $1 AND id = $${session === undefined ? 3 : 4})`,
          ]),
    ];
    const values = [
      agent,
      limit,
      ...(session === undefined ? [] : [session]),
      ...(before === undefined ? [] : [before]),
    ];
    const sql = `SELECT agent, ${listed.join(', ')} FROM timelines WHERE ${conditions.join(' AND ')}
      ORDER BY date DESC, id DESC LIMIT $2`;
    return tx.query(sql, values);
  }

  /** Those of a time, oldest first, after one of them. */
  async listWithin(
    { agent, from, to, session, after, limit }: TimelinePeriod,
    tx: EntityManager,
  ): Promise<TimelineEntity[]> {
    const sql = `SELECT ${all.join(', ')} FROM timelines
      WHERE agent = $1 AND date >= $2 AND date < $3 AND ($4::text IS NULL OR session_id = $4)
        AND (date, id) > ($5::timestamptz, $6::uuid)
      ORDER BY date, id LIMIT $7`;
    return tx.query(sql, [agent, from, to, session, after?.date ?? from, after?.id ?? NO_ID, limit]);
  }

  async find(agent: string, id: string, tx: EntityManager): Promise<TimelineEntity | undefined> {
    return (await tx.findOneBy(TimelineEntity, { agent, id })) ?? undefined;
  }

  /** Deletes at most `limit` rows older than `before`. @returns their number */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const sql = 'DELETE FROM timelines WHERE ctid = ANY (ARRAY(SELECT ctid FROM timelines WHERE date < $1 LIMIT $2))';
    const [, count]: [unknown, number] = await tx.query(sql, [before, limit]);
    return count;
  }
}
