import { AppError } from '@lectern/contracts/core';
import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { prepared, columnsSql } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FieldRows } from '../field/field-content.repository';
import type { ExtractedFieldEntity, FieldEntity } from '../field/field.entity';
import { resourceListSql, type ResourceViewSql, resourceViewSql } from './resource-view-statements.sql';
import { ResourceEntity } from './resource.entity';
import type { ResourceLocation } from './resource.repository';

/** Limit for fields read with their resource; if there are more or larger ones, none are read. */
const FIELDS_MAX = 200;

/** The fields to read with a resource. */
export interface ViewedFields {
  readonly letters: readonly FieldLetter[];
  readonly hasExtracted: boolean;
  /** Total stored size. */
  readonly bytesMax: number;
}

/** The fields to read with several resources. */
export interface ListedFields {
  readonly letters: readonly FieldLetter[];
  /** Whether to read their values; otherwise they are empty texts. */
  readonly hasValues: boolean;
  /** Total stored size. */
  readonly bytesMax: number;
}

/** The state of a resource at one moment. */
export interface ResourceView {
  readonly resource: ResourceEntity;
  /** Absent if not requested or too large to be read together. */
  readonly rows?: FieldRows;
  /** Whether a task for putting its texts into the keyword index is pending. */
  readonly isUnput: boolean;
  /** Whether some of its fields have no vectors yet. */
  readonly isUnembedded: boolean;
}

/** In JSON form. */
type ViewedExtracted = Omit<ExtractedFieldEntity, 'extractedAt'> & { readonly extractedAt: string };
type ViewedField = readonly [FieldEntity, (ViewedExtracted | null)?];

interface ViewRow extends ResourceEntity {
  readonly isUnput: boolean;
  readonly isUnembedded: boolean;
  readonly fieldRows?: readonly ViewedField[] | null;
}

/** Reads resources with their requested parts in one statement. */
@Injectable()
export class ResourceViewRepository {
  /** Built once, because they are long and compared by their text. */
  private readonly statements = new WeakMap<ResourceViewSql, Map<string, string>>();

  /** @throws AppError `not_found` */
  async get(
    { kbid, rid, rslug }: ResourceLocation,
    { fields, sql }: { readonly fields?: ViewedFields; readonly sql: ResourceViewSql },
    tx: EntityManager,
  ): Promise<ResourceView> {
    const by = rid === undefined ? 'slug' : 'id';
    const statement = this.statement(sql, `${by} ${fields?.hasExtracted ?? 'alone'}`, () =>
      resourceViewSql(columnsSql(tx.connection, ResourceEntity), sql, { by, fields }),
    );
    const parameters = [kbid, rid ?? rslug ?? '', ...(fields ? [fields.letters, FIELDS_MAX, fields.bytesMax] : [])];
    const [row]: ViewRow[] = await tx.query(statement, parameters);
    if (!row) throw new AppError('not_found', 'Resource does not exist');
    return viewOf(row);
  }

  /** Existing resources, unordered. If the fields are too large together, none are read. */
  async list(
    { kbid, rids }: { readonly kbid: string; readonly rids: readonly string[] },
    { fields, sql }: { readonly fields?: ListedFields; readonly sql: ResourceViewSql },
    tx: EntityManager,
  ): Promise<readonly ResourceView[]> {
    if (rids.length === 0) return [];
    const statement = this.statement(sql, `list ${fields?.hasValues ?? 'alone'}`, () =>
      resourceListSql(columnsSql(tx.connection, ResourceEntity), sql, { fields }),
    );
    const rows: ViewRow[] = await tx.query(statement, [
      kbid,
      rids,
      ...(fields ? [fields.letters, fields.bytesMax] : []),
    ]);
    return rows.map(viewOf);
  }

  private statement(sql: ResourceViewSql, name: string, make: () => string): string {
    const known = this.statements.get(sql) ?? new Map<string, string>();
    this.statements.set(sql, known);
    const statement = known.get(name) ?? prepared(make());
    known.set(name, statement);
    return statement;
  }
}

function viewOf({ fieldRows, isUnput, isUnembedded, ...resource }: ViewRow): ResourceView {
  return { resource, isUnput, isUnembedded, ...(fieldRows && { rows: rowsOf(fieldRows) }) };
}

function rowsOf(viewed: readonly ViewedField[]): FieldRows {
  const extracted = viewed.flatMap(([, found]) =>
    found ? [{ ...found, extractedAt: new Date(found.extractedAt) }] : [],
  );
  return { fields: viewed.map(([field]) => field), extracted, vectors: [] };
}
