import { randomUUID } from 'node:crypto';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ActivityFilters, FindRequest } from '@lectern/contracts/search';
import { openServiceDatabase } from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { searchSchema } from '../search.database';
import { compileFilters } from './activity-filter';
import { instantMs, meets } from './activity-oracle.fixture';
import type { NewActivity } from './activity.entity';
import { ActivityRepository, FIRST_FILTER_PARAMETER } from './activity.repository';
import { FeedbackRepository } from './feedback.repository';
import { monthNumber } from './month';
import { recordedFind } from '../record/recorded-request';
import { ActivityModule } from '../activity.module';

const kbid = randomUUID();
const texts = ['', 'a', 'A', 'ab', 'a%b', 'a_b', 'a\\b', 'é', 'z', '\u{1F600}'];
const dates = ['2026-05-01T00:00:00Z', '2026-05-02T10:00:00.001Z', '2026-05-31T23:59:59.999Z'];
const counts = [0, 1, 2, 10];
const statuses = [0, -1, -2, -3];
const orNull = <T>(values: readonly T[]) => [...values, null];

const base = recordedFind({
  kbid,
  principal: systemPrincipal,
  client: 'api',
  at: new Date(dates[0] ?? ''),
  durationMs: 1,
  request: validate(FindRequest, {}),
});
const rows = Array.from({ length: 60 }, (_, i) => ({
  ...base,
  question: texts[i % texts.length] ?? '',
  model: orNull(texts)[i % 11] ?? null,
  date: new Date(dates[i % dates.length] ?? ''),
  resources_count: orNull(counts)[i % 5] ?? null,
  status: orNull(statuses)[(i * 7) % 5] ?? null,
  audit_metadata: i % 4 === 0 ? null : { page: texts[(i * 3) % texts.length] ?? '' },
  learning_id: `answer ${i}`,
})) satisfies readonly NewActivity[];
/** Feedback on each row: none, positive, negative, or both. */
const said = rows.map((_, i) =>
  Array.from({ length: i % 3 }, (__, k) => ({ good: (i + k) % 2 === 0, comment: texts[i % 7] ?? '' })),
);
const feedback = rows.flatMap(({ date, learning_id }, i) =>
  (said[i] ?? []).map((one) => ({
    kbid,
    learning_id,
    date,
    task: 'CHAT',
    text_block_id: null,
    user_id: null,
    user_type: 'sa',
    client_type: 'api',
    ...one,
  })),
);

const someOf = <T>(operators: Readonly<Record<string, fc.Arbitrary<T>>>) => fc.record(operators, { requiredKeys: [] });
const listOf = <T>(values: readonly T[]) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const comparing = <T>(values: readonly T[]) => {
  const value = fc.constantFrom(...values);
  const ordered = { eq: value, ne: value, gt: value, ge: value, lt: value, le: value };
  return { ...ordered, isnull: fc.boolean(), isin: listOf(values), isnotin: listOf(values) };
};
const pattern = fc.constantFrom('%', 'a%', '%b', '_', 'A_', 'a\\%b', 'a\\_b', 'a\\\\b', '', '%A%');
const onText = () => someOf<unknown>({ ...comparing(texts), like: pattern, ilike: pattern });

const onFlag = () => someOf<unknown>({ eq: fc.boolean(), ne: fc.boolean(), isnull: fc.boolean() });
const textual = (given: unknown) => String(given);

interface OnFeedback {
  readonly [name: `feedback_${string}`]: Readonly<Record<string, unknown>> | undefined;
}

/** Whether a row meets conditions on its feedback, given oldest first. */
function meetsSaid(all: readonly { readonly good: boolean; readonly comment: string }[], given: OnFeedback): boolean {
  const newest = all.at(-1);
  const flag = (value: boolean) => (newest ? Number(value) : null);
  return (
    meets(flag(newest?.good ?? false), given['feedback_good'] ?? {}, Number) &&
    meets(flag(all.every(({ good }) => good)), given['feedback_good_all'] ?? {}, Number) &&
    meets(flag(all.some(({ good }) => good)), given['feedback_good_any'] ?? {}, Number) &&
    meets(newest?.comment ?? null, given['feedback_comment'] ?? {}, textual)
  );
}

describe('filters of activity in the database', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  const repository = new ActivityRepository();

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...searchSchema, entities: entitiesOf(ActivityModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 2, statementTimeoutMs: 30_000 });
    const feedbackRows = new FeedbackRepository();
    await dataSource.transaction(async (tx) => {
      const answers = await repository.insert(JSON.stringify(rows), tx);
      await feedbackRows.insert(JSON.stringify(feedback), tx);
      await feedbackRows.join(answers, tx);
    });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Indexes in `rows` of the rows found by the database. */
  async function found(filters: object): Promise<number[]> {
    const filter = compileFilters(validate(ActivityFilters, filters), FIRST_FILTER_PARAMETER);
    const selection = { month: monthNumber('2026-05'), filter, limit: 100, after: 0 };
    const ids = await repository.list({ kbid, event: 'search', fields: ['id'] }, selection, dataSource.manager);
    return ids.map(({ id }) => Number(id) - 1);
  }

  it('find what they say, for whatever conditions on every kind of field', async () => {
    const filters = fc.record(
      {
        question: onText(),
        model: onText(),
        date: someOf<unknown>(comparing(dates)),
        resources_count: someOf<unknown>(comparing(counts)),
        status: someOf<unknown>(comparing([...statuses, '0', '-2'])),
        page: onText(),
        feedback_good: onFlag(),
        feedback_good_all: onFlag(),
        feedback_good_any: onFlag(),
        feedback_comment: onText(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async ({ page, ...given }) => {
        const expected = rows.flatMap((row, i) => {
          const isMet =
            meets(row.question, given.question ?? {}, textual) &&
            meets(row.model, given.model ?? {}, textual) &&
            meets(row.date.getTime(), given.date ?? {}, instantMs) &&
            meets(row.resources_count, given.resources_count ?? {}, Number) &&
            meets(row.status, given.status ?? {}, Number) &&
            meets(row.audit_metadata?.['page'] ?? null, page ?? {}, textual) &&
            meetsSaid(said[i] ?? [], given);
          return isMet ? [i] : [];
        });
        const audit = page && { audit_metadata: [{ key: 'page', ...page }] };
        expect(await found({ ...given, ...audit })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('find rows by id, and all of them when there are none', async () => {
    expect(await found({ id: { isin: [3, 1, 999] } })).toEqual([0, 2]);
    expect(await found({ id: { ge: 59, isnull: false } })).toEqual([58, 59]);
    expect(await found({})).toHaveLength(rows.length);
  });
});
