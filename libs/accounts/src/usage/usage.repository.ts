import type { UsageAggregation } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UsageRows } from './usage-rows';

/** Which sums are asked for. */
export interface UsageRange {
  readonly account: string;
  readonly from: Date;
  readonly to: Date;
  readonly unit: UsageAggregation;
  readonly kbid?: string;
  readonly nuaClient?: string;
}

/** Sum of a metric in a span. */
export interface SpanSum {
  readonly span: Date;
  readonly metric: string;
  readonly value: number;
}

/** Tokens of a kind of call in a span. */
export interface SpanTokens {
  readonly span: Date;
  readonly type: string;
  readonly model: string;
  readonly customerKey: boolean;
  readonly client: string;
  readonly input: number;
  readonly output: number;
  readonly requests: number;
}

const SPAN = `date_trunc($4, "minute", 'UTC')`;
/** A range of a millennium is one span, wherever it begins. */
const GROUPED = `CASE WHEN $4 = 'millennium' THEN date_trunc($4, $2::timestamptz, 'UTC') ELSE ${SPAN} END`;
const WHERE = `"account_id" = $1 AND "minute" >= date_trunc('minute', $2::timestamptz) AND "minute" < $3::timestamptz
  AND ($5::text IS NULL OR "kbid" = $5) AND ($6::text IS NULL OR "nua_client" = $6)`;

@Injectable()
export class UsageRepository {
  /** Adds to sums; events of accounts that are gone are left out. */
  async add({ sums, tokens }: UsageRows, tx: EntityManager): Promise<void> {
    if (sums.length > 0)
      await tx.query(
        `INSERT INTO "usage_sums" AS "old" ("account_id", "minute", "metric", "kbid", "nua_client", "value")
        SELECT "new".account, "new".minute, "new".metric, "new".kbid, "new".nua, "new".value
        FROM json_to_recordset($1) AS "new" (account uuid, minute timestamptz, metric text, kbid text, nua text,
          value double precision)
        JOIN "accounts" ON "accounts"."id" = "new".account
        ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ("account_id", "minute", "metric", "kbid", "nua_client")
          DO UPDATE SET "value" = "old"."value" + EXCLUDED."value"`,
        [JSON.stringify(sums)],
      );
    if (tokens.length > 0)
      await tx.query(
        `INSERT INTO "usage_tokens" AS "old" ("account_id", "minute", "type", "model", "customer_key", "client", "kbid",
          "nua_client", "input", "output", "requests")
        SELECT "new".account, "new".minute, "new".type, "new".model, "new".customer, "new".client, "new".kbid, "new".nua,
          "new".input, "new".output, "new".requests
        FROM json_to_recordset($1) AS "new" (account uuid, minute timestamptz, type text, model text, customer boolean,
          client text, kbid text, nua text, input double precision, output double precision, requests integer)
        JOIN "accounts" ON "accounts"."id" = "new".account
        ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
        ON CONFLICT ("account_id", "minute", "type", "model", "customer_key", "client", "kbid", "nua_client")
          DO UPDATE SET "input" = "old"."input" + EXCLUDED."input", "output" = "old"."output" + EXCLUDED."output",
            "requests" = "old"."requests" + EXCLUDED."requests"`,
        [JSON.stringify(tokens)],
      );
  }

  /** Beginnings of the spans of a range, oldest first; one more than `limit` when there are more. */
  async spans({ from, to, unit }: UsageRange, limit: number, tx: EntityManager): Promise<Date[]> {
    const first = `date_trunc($1, $2::timestamptz, 'UTC')`;
    if (unit === 'millennium') {
      const [row]: { span: Date }[] = await tx.query(`SELECT ${first} AS span`, [unit, from]);
      return row ? [row.span] : [];
    }
    const step = unit === 'quarter' ? '3 months' : `1 ${unit}`;
    // Without an offset, so that no time zone of the connection moves the beginnings.
    const rows: { span: Date }[] = await tx.query(
      `SELECT span AT TIME ZONE 'UTC' AS span FROM generate_series(${first} AT TIME ZONE 'UTC',
        $3::timestamptz AT TIME ZONE 'UTC', $4::interval) AS span
      WHERE span AT TIME ZONE 'UTC' < $3::timestamptz OR span AT TIME ZONE 'UTC' = ${first} LIMIT $5`,
      [unit, from, to, step, limit + 1],
    );
    return rows.map(({ span }) => span);
  }

  async sums(range: UsageRange, tx: EntityManager): Promise<SpanSum[]> {
    return tx.query(
      `SELECT ${GROUPED} AS span, "metric", sum("value") AS value FROM "usage_sums" WHERE ${WHERE} GROUP BY 1, 2`,
      rangeParameters(range),
    );
  }

  async tokens(range: UsageRange, tx: EntityManager): Promise<SpanTokens[]> {
    return tx.query(
      `SELECT ${GROUPED} AS span, "type", "model", "customer_key" AS "customerKey", "client", sum("input") AS input,
        sum("output") AS output, sum("requests")::int AS requests
      FROM "usage_tokens" WHERE ${WHERE} GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5`,
      rangeParameters(range),
    );
  }
}

function rangeParameters({ account, from, to, unit, kbid, nuaClient }: UsageRange): readonly unknown[] {
  return [account, from, to, unit, kbid ?? null, nuaClient ?? null];
}
