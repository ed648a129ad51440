export { knowingWhetherDone } from './commit-ledger';
export { databaseConfig } from './database.config';
export { DatabaseModule, DatabaseServerModule } from './database.module';
export { DatabaseServer } from './database-server';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/embedded-postgres';
export { JournalPositions } from './journal-positions';
export { lockName, shareName } from './lock-name';
export { migrateAll, migrateAndExit } from './migrate-all';
export { databaseError, isTransientFailure, isUniqueViolation } from './postgres-errors';
export { deleteOwnedRows, ownedTables, type OwnedRows } from './owned-rows';
export { postgresJson, storable } from './postgres-json';
export { prepared } from './prepared';
export { admitWithinQuota } from './quota';
export { type EntityClass, RegisteredRows, rowsOf } from './rows-of';
export { type ConnectionLimits, openServiceDatabase } from './service-database';
export type { ServiceSchema } from './service-schema';
export { InterruptedError, PausedError } from './tasks/attempt';
export { type HeldRun, Runs, type RunsOptions, type TaskHandler, type TaskRun } from './tasks/runs';
export {
  type GivenUp,
  type NewJob,
  type AddOptions,
  type JobPage,
  type JobState,
  type JobView,
  type OwnTasks,
  TaskQueue,
} from './tasks/task-queue';
export { type RegisteredTask, TaskRunner, type TaskRunnerOptions } from './tasks/task-runner';
export { installTaskSchema } from './tasks/task-schema';
export { onCommit, Transactions } from './transactions';
export { unknownUpload, type UploadKey, UploadStore } from './uploads/upload-store';
export { SqlParameters } from './sql-parameters';
export { bigintNumber, bigintOrNull } from './bigint-column';
export { type ColumnsSql, columnsSql } from './columns-sql';
