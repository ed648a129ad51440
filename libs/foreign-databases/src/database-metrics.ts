import { Metrics } from '@lectern/runtime';
import { QueryError } from './session/sql-session';

/** Does work for a kind of database, and notes how it went. */
export type ObserveWork = <T>(kind: string, work: () => Promise<T>) => Promise<T>;

/** Nothing is noted. */
export const unobserved: ObserveWork = (_kind, work) => work();

/** Figures for operators: queries and reading of schemas, by kind of database, and how they ended. */
export function databaseMetrics(metrics: Metrics): ObserveWork {
  const seconds = metrics.histogram({
    name: 'foreign_database_seconds',
    help: 'Queries of databases of others, with the wait for a connection: answered, refused by the database, or failed',
    labels: ['kind', 'outcome'],
  });
  return async (kind, work) => {
    const began = performance.now();
    const note = (outcome: string) => seconds.observe({ kind, outcome }, (performance.now() - began) / 1_000);
    try {
      const result = await work();
      note('ok');
      return result;
    } catch (error) {
      note(error instanceof QueryError ? 'refused' : 'failed');
      throw error;
    }
  };
}
