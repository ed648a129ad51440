import { AppError } from '@lectern/contracts/core';
import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FieldRows } from '../field/field-content.repository';
import type { ExtractedFieldEntity, FieldEntity } from '../field/field.entity';
import { columnsSql } from './resource-columns';
import { type ResourceViewParts, type ResourceViewSql, resourceViewSql } from './resource-view-statements.sql';
import { ResourceEntity } from './resource.entity';
import type { ResourceLocation } from './resource.repository';

/** Fields that are read with their resource; of more, or of larger ones, none is. */
const FIELDS_MAX = 200;

/** Which of its fields are read with a resource. */
export interface ViewedFields {
  readonly letters: readonly FieldLetter[];
  readonly hasExtracted: boolean;
  /** Of all of them, as they are stored. */
  readonly bytesMax: number;
}

/** A resource in one moment. */
export interface ResourceView {
  readonly resource: ResourceEntity;
  /** Absent when none are wanted, or when they are too large to be read together. */
  readonly rows?: FieldRows;
  /** Whether a task is left that puts its texts into the keyword index. */
  readonly isUnput: boolean;
  /** Whether some of its fields have no vectors yet. */
  readonly isUnembedded: boolean;
}

/** As JSON says it. */
type ViewedExtracted = Omit<ExtractedFieldEntity, 'extractedAt'> & { readonly extractedAt: string };
type ViewedField = readonly [FieldEntity, (ViewedExtracted | null)?];

interface ViewRow extends ResourceEntity {
  readonly isUnput: boolean;
  readonly isUnembedded: boolean;
  readonly fieldRows?: readonly ViewedField[] | null;
}

/** Reads a resource with all that is shown of it, in one statement. */
@Injectable()
export class ResourceViewRepository {
  /** Made once: they are long, and compared by their text. */
  private readonly statements = new WeakMap<ResourceViewSql, Map<string, string>>();

  /** @throws AppError `not_found` */
  async get(
    { kbid, rid, rslug }: ResourceLocation,
    { fields, sql }: { readonly fields?: ViewedFields; readonly sql: ResourceViewSql },
    tx: EntityManager,
  ): Promise<ResourceView> {
    const statement = this.statement(sql, { by: rid === undefined ? 'slug' : 'id', fields }, tx);
    const parameters = [kbid, rid ?? rslug ?? '', ...(fields ? [fields.letters, FIELDS_MAX, fields.bytesMax] : [])];
    const [row]: ViewRow[] = await tx.query(statement, parameters);
    if (!row) throw new AppError('not_found', 'Resource does not exist');
    const { fieldRows, isUnput, isUnembedded, ...resource } = row;
    return { resource, isUnput, isUnembedded, ...(fieldRows && { rows: rowsOf(fieldRows) }) };
  }

  private statement(sql: ResourceViewSql, { by, fields }: ResourceViewParts, tx: EntityManager): string {
    const known = this.statements.get(sql) ?? new Map<string, string>();
    this.statements.set(sql, known);
    const name = `${by} ${fields?.hasExtracted ?? 'alone'}`;
    const statement =
      known.get(name) ?? prepared(resourceViewSql(columnsSql(tx.connection, ResourceEntity), sql, { by, fields }));
    known.set(name, statement);
    return statement;
  }
}

function rowsOf(viewed: readonly ViewedField[]): FieldRows {
  const extracted = viewed.flatMap(([, found]) =>
    found ? [{ ...found, extractedAt: new Date(found.extractedAt) }] : [],
  );
  return { fields: viewed.map(([field]) => field), extracted, vectors: [] };
}
