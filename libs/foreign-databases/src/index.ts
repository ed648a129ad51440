export type { TableChoice } from './allowed-tables';
export { dialectTitles, type SqlDialect } from './dialect';
export { type DatabaseCaller, type ForeignDatabase, ForeignDatabases, type ForeignGraph } from './foreign-databases';
export { foreignDatabasesConfig } from './foreign-databases.config';
export { ForeignDatabasesModule } from './foreign-databases.module';
export { GraphDatabase, type GraphSchema, type TypeChoice } from './graph/graph-database';
export { type Cell, type ColumnInfo, QueryError, type QueryRows, type TableInfo } from './session/sql-session';
export { QUERY_LIMITS, SqlDatabase } from './sql-database';
export { STATEMENT_CHARS_MAX } from './statement/statement-check';
