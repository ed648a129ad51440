import { configSlice, integer, optionalText } from '@lectern/config';

export const databaseConfig = configSlice('database', {
  DATABASE_URL: optionalText({
    doc: 'Postgres 16 or later: postgresql://user:password@host:port/database; absent: an embedded one in DATA_DIR',
    pattern: /^postgres(ql)?:\/\//,
    secret: true,
  }),
  DATABASE_POOL_MAX: integer({ doc: 'connections per service schema and process', min: 2, max: 100, fallback: 10 }),
  DATABASE_STATEMENT_TIMEOUT_MS: integer({
    doc: 'a statement that runs longer fails',
    min: 100,
    max: 600_000,
    fallback: 15_000,
  }),
  TASK_CONCURRENCY: integer({
    doc: 'tasks that run at once, per service schema and process',
    min: 1,
    max: 256,
    fallback: 64,
  }),
});
