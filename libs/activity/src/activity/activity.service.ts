import { invalidRequest, naiveUtc, parseInstant } from '@lectern/contracts/core';
import {
  type ActivityAggregation,
  type ActivityCounts,
  type ActivityMetricsQuery,
  type ActivityMonths,
  type ActivityQuery,
  type ActivityRow,
  type ActivityTarget,
  type ActivityValue,
} from '@lectern/contracts/search';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { recordedAs } from './activity-fields';
import { eventTypeOf, activitySelection, type Shown, shownOf } from './activity-selection';
import { ActivityRepository } from './activity.repository';

const PERIODS_MAX = 10_000;
const HOUR_MS = 60 * 60_000;
const hoursOf: Readonly<Record<ActivityAggregation, number>> = {
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 28 * 24,
  quarter: 90 * 24,
  year: 365 * 24,
  millennium: 365_000 * 24,
};

/** Shows the requests to a knowledge box. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ActivityRepository,
  ) {}

  /** First whether more rows exist, then the rows. @throws AppError `invalid_request`, `unavailable` */
  async *query({ kbid, event_type: name }: ActivityTarget, query: ActivityQuery): AsyncGenerator<ActivityValue> {
    const type = eventTypeOf(name);
    const shown = shownOf(query.show, type);
    const selection = activitySelection(query, type);
    const key = { kbid, event: recordedAs(type), fields: shown.fields };
    const rows = await this.transactions.read((tx) => this.repository.list(key, selection, tx));
    const { limit } = query.pagination;
    yield { hasMore: rows.length > limit };
    for (const row of rows.slice(0, limit)) yield { row: activityRow(row, shown) };
  }

  /** @throws AppError `unavailable` */
  async months({ kbid, event_type: name }: ActivityTarget): Promise<ActivityMonths> {
    const event = recordedAs(eventTypeOf(name));
    return { downloads: await this.transactions.read((tx) => this.repository.months({ kbid, event }, tx)) };
  }

  /** @throws AppError `invalid_request` when there are too many periods; `unavailable` */
  async counts(kbid: string, query: ActivityMetricsQuery, now: Date): Promise<ActivityCounts> {
    const { aggregation: unit } = query;
    const [from, to] = [instantOf(query.from), query.to === undefined ? now : instantOf(query.to)];
    const periods = (to.getTime() - from.getTime()) / HOUR_MS / hoursOf[unit];
    if (periods > PERIODS_MAX) {
      const msg = `At most ${PERIODS_MAX} periods: choose a longer \`aggregation\` or a later \`from\``;
      throw invalidRequest([{ type: 'value_error', loc: ['query', 'aggregation'], msg, input: unit }]);
    }
    const found = await this.transactions.read((tx) => this.repository.counts(kbid, { from, to, unit }, tx));
    return { counts: found.map(({ period, search, chat }) => ({ timestamp: naiveUtc(period), search, chat })) };
  }
}

/** The shown members, in the order and format of the interface. */
export function activityRow(row: Readonly<Record<string, unknown>>, { fields, auditKeys }: Shown): ActivityRow {
  const members = fields.map((field) => {
    const value = row[field] ?? null;
    if (value === null) return [field, null];
    if (field === 'id') return [field, Number(value)];
    if (field === 'status') return [field, String(value)];
    if (value instanceof Date) return [field, naiveUtc(value)];
    if (field === 'audit_metadata' && auditKeys) return [field, picked(value, auditKeys)];
    return [field, value];
  });
  // Every field is a member of the class, and the id is always shown.
  return Object.fromEntries(members) as ActivityRow;
}

function picked(metadata: object, keys: readonly string[]): object {
  return Object.fromEntries(keys.map((key) => [key, Object.hasOwn(metadata, key) ? Reflect.get(metadata, key) : null]));
}

/** The query has been validated. */
function instantOf(text: string): Date {
  const date = parseInstant(text);
  if (!date) throw new Error(`${text} is no instant, though the query was checked`);
  return date;
}
