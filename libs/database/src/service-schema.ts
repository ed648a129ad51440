import type { MigrationInterface } from 'typeorm';

/** A service's part of the database: its own schema, and what belongs into it. */
export interface ServiceSchema {
  /** Lower case letters, digits and `_`. The task queue lives beside it, in `<schema>_tasks`, unless it has none. */
  readonly schema: string;
  readonly entities: readonly (new () => object)[];
  /** In order. Class names end with the 13 digits of a time in milliseconds, as TypeORM wants it. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** False where nothing is done later: then there are no tables for it. */
  readonly hasTasks?: boolean;
}

/** The schema of the tables of its tasks. */
export function taskSchemaOf({ schema }: ServiceSchema): string {
  return `${schema}_tasks`;
}
