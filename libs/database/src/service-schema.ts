import type { MigrationInterface } from 'typeorm';
import type { EntityClass } from './rows-of';

/** A service's part of the database: its schema and the schema's contents. */
export interface ServiceSchema {
  /**
   * Lower case letters, digits and `_`. The task queue has a schema beside it, `<schema>_tasks`, unless it is disabled.
   */
  readonly schema: string;
  /** Besides those that features register with `rowsOf`. */
  readonly entities?: readonly EntityClass[];
  /** In order. Class names end with the 13 digits of a time in milliseconds, as TypeORM requires. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** False for a service without tasks, which gets no tables for them. */
  readonly hasTasks?: boolean;
}

/** The schema of its task tables. */
export function taskSchemaOf({ schema }: ServiceSchema): string {
  return `${schema}_tasks`;
}
