import type { SqlModuleConfig } from '@lectern/contracts/agents';
import {
  dialectTitles,
  type QueryRows,
  type SqlDatabase,
  type SqlDialect,
  type TableChoice,
  type TableInfo,
} from '@lectern/foreign-databases';
import type { ModuleRun } from '../../../engine/module-run';
import { shortened } from '../../query/query-context';
import { databaseNotes, describedTables, namedTables } from './database-notes';
import { tablesOfQuestion } from './named-things';

/** The database of a module, as far as its configuration lets it be read. */
export class OpenedDatabase {
  private constructor(
    private readonly database: SqlDatabase,
    private readonly config: SqlModuleConfig,
  ) {}

  /** @throws AppError `not_found`, `invalid_request` */
  static async open(
    config: SqlModuleConfig,
    { sources, databases, facts, signal }: ModuleRun,
  ): Promise<OpenedDatabase> {
    const { dsn, sql_schema: ofDriver, ca_certificate: ca } = await sources.settings(config.source, 'sql');
    const place = { dsn, schema: config.sqlschema || ofDriver, ca };
    return new OpenedDatabase(databases.sql(place, { owner: facts.agent.id, signal }), config);
  }

  get dialect(): SqlDialect {
    return this.database.dialect;
  }

  /** Of its dialect. */
  get title(): string {
    return dialectTitles[this.database.dialect];
  }

  /** @throws AppError of the database */
  tables(): Promise<readonly TableInfo[]> {
    return this.database.tables(this.choice);
  }

  /** @throws QueryError, AppError of the database */
  async query(statement: string): Promise<QueryRows> {
    return shortened(await this.database.query(statement, this.choice), this.config.max_string_length);
  }

  /** First rows of tables by name, as many as the configuration has. */
  samples(tables: readonly TableInfo[]): Promise<ReadonlyMap<string, QueryRows>> {
    return this.database.samples(tables, this.config.sample_rows_in_table_info, this.choice);
  }

  /** What a model sees of it. @throws AppError of the database */
  async notes(question: string): Promise<Readonly<Record<string, string>>> {
    const { config } = this;
    const tables = await this.tables();
    const asked = config.lazy_table_reflection ? tablesOfQuestion(question, tables).map(({ table }) => table) : [];
    const described = describedTables(asked.length > 0 ? asked : tables);
    const samples = await this.samples(described);
    const others = tables.filter((table) => !described.includes(table));
    return { ...databaseNotes(described, { config, samples }), ...namedTables(others) };
  }

  private get choice(): TableChoice {
    const { include_tables: include, ignore_tables: ignore, view_support: views } = this.config;
    return { include, ignore, views };
  }
}
