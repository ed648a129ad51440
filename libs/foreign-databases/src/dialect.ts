/** Databases that are understood. MariaDB speaks the dialect of MySQL. */
export const sqlDialects = ['postgresql', 'mysql', 'sqlite'] as const;
/** One of them. */
export type SqlDialect = (typeof sqlDialects)[number];

/** Their names, for people and models. */
export const dialectTitles: Readonly<Record<SqlDialect, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
};

/** A table or view as a statement names it. */
export interface TableName {
  /** Absent where the statement leaves it to the database. */
  readonly schema?: string;
  readonly name: string;
}
