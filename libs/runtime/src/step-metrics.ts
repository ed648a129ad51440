import { Counter } from 'prom-client';

/** Count for the whole process, since they happen where nothing is injected. `Metrics` publishes them. */
export const statementsSent = new Counter({
  name: 'lectern_database_statements_total',
  help: 'Statements that this process sent to Postgres',
  registers: [],
});

export const indexCalls = new Counter({
  name: 'lectern_embedded_index_calls_total',
  help: 'Searches, reads and counts that this process made in the embedded indexes',
  registers: [],
});
