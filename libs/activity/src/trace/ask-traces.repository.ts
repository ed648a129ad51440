import { shareName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PURGES } from '../purges';
import { AskTraceEntity } from './ask-trace.entity';

/** Identifies a question. */
export interface AskTraceKey {
  readonly kbid: string;
  readonly learningId: string;
}

export interface NewAskTrace extends AskTraceKey {
  readonly date: Date;
  readonly trace: Buffer;
}

@Injectable()
export class AskTracesRepository {
  /** Traces of deleted boxes are skipped. Safe to repeat. */
  async insert(traces: readonly NewAskTrace[], tx: EntityManager): Promise<void> {
    await shareName(tx, PURGES);
    const sql = `
      INSERT INTO ask_traces (kbid, learning_id, date, trace)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bytea[]) AS traces (kbid, learning_id, date, trace)
      WHERE NOT EXISTS (SELECT FROM purged_boxes WHERE purged_boxes.kbid = traces.kbid)
      ON CONFLICT DO NOTHING`;
    const columns = [traces.map(({ kbid }) => kbid), traces.map(({ learningId }) => learningId)];
    await tx.query(sql, [...columns, traces.map(({ date }) => date), traces.map(({ trace }) => trace)]);
  }

  async find({ kbid, learningId }: AskTraceKey, tx: EntityManager): Promise<AskTraceEntity | undefined> {
    return (await tx.findOneBy(AskTraceEntity, { kbid, learningId })) ?? undefined;
  }

  /** Deletes at most `limit` traces of a box. @returns their number */
  async purge(kbid: string, limit: number, tx: EntityManager): Promise<number> {
    return this.delete('kbid = $1', [kbid, limit], tx);
  }

  /** Deletes at most `limit` traces older than `before`. @returns their number */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    return this.delete('date < $1', [before, limit], tx);
  }

  private async delete(
    condition: 'kbid = $1' | 'date < $1',
    values: readonly [unknown, limit: number],
    tx: EntityManager,
  ): Promise<number> {
    const rows = `ARRAY(SELECT ctid FROM ask_traces WHERE ${condition} LIMIT $2)`;
    const [, count]: [unknown, number] = await tx.query(`DELETE FROM ask_traces WHERE ctid = ANY (${rows})`, [
      ...values,
    ]);
    return count;
  }
}
