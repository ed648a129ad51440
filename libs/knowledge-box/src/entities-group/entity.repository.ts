import { ENTITY_LABEL_CHARS_MAX, type Visibility } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ENTITIES_SQL, ENTITY_TYPES_SQL } from './entity-statements.sql';

/** Below the deadline of a read, so that the error still reaches the caller. */
const STATEMENT_TIMEOUT_MS = 8_000;

/** The scope of an entity search. */
export interface EntityScope {
  readonly kbid: string;
  readonly visibility: Visibility;
  /** Size limit of the response. */
  readonly limit: number;
}

/** Entities mentioned in fields. Reads all fields of a box within 8 seconds; requires a transaction. */
@Injectable()
export class EntityRepository {
  /** Types with the most entities first, each counted once per field. */
  async listTypes(scope: EntityScope, tx: EntityManager): Promise<string[]> {
    return this.names(ENTITY_TYPES_SQL, parametersOf(scope), tx);
  }

  /** Entities of one type, those mentioned in the most fields first. */
  async list(type: string, scope: EntityScope, tx: EntityManager): Promise<string[]> {
    return this.names(ENTITIES_SQL, [...parametersOf(scope), type], tx);
  }

  private async names(sql: string, parameters: readonly unknown[], tx: EntityManager): Promise<string[]> {
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const rows: { name: string }[] = await tx.query(sql, [...parameters]);
    return rows.map(({ name }) => name);
  }
}

function parametersOf({ kbid, visibility, limit }: EntityScope): readonly unknown[] {
  return [kbid, visibility.groups ?? null, visibility.hidden, ENTITY_LABEL_CHARS_MAX, limit];
}
