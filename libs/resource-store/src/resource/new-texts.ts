import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { postgresJson, prepared, columnsSql } from '@lectern/database';
import type { EntityManager } from 'typeorm';
import type { ExtractedFieldEntity, FieldEntity } from '../field/field.entity';
import type { FieldOutcomeRow } from '../field/field.repository';
import { edgesOfField } from '../graph/derived-edges';
import { EDGES_PER_STATEMENT } from '../graph/graph-edge-writes';
import { withCatalogColumns } from './resource-columns';
import { newTextsSql, storeNewTextsSql } from './new-texts-statements.sql';
import { ResourceEntity } from './resource.entity';

/** A resource with unprocessed texts. */
export interface NewTexts {
  readonly resource: ResourceEntity;
  readonly texts: readonly FieldEntity[];
  /** Whether these are all of its fields that need processing, and it has no results yet. */
  readonly isNew: boolean;
}

/** A new resource with the results and outcomes of its texts, to be stored with the next version. */
export interface UnderstoodTexts {
  readonly resource: ResourceEntity;
  readonly extracted: readonly ExtractedFieldEntity[];
  readonly ended: readonly FieldOutcomeRow[];
}

/** Data stored together with resources. */
export interface TextsNote {
  readonly by: string;
  readonly at: Date;
  /** SQL of a select list over `updated (kbid, id)`. */
  readonly also: string;
}

/** In the order of the references; undefined if the resource was deleted. */
export async function listNewTexts(
  references: readonly ResourceReference[],
  bytesMax: number,
  tx: EntityManager,
): Promise<(NewTexts | undefined)[]> {
  const sql = prepared(newTextsSql(columnsSql(tx.connection, ResourceEntity)));
  const parameters = [references.map(({ kbid }) => kbid), references.map(({ rid }) => rid), bytesMax];
  const rows: (ResourceEntity & Omit<NewTexts, 'resource'>)[] = await tx.query(sql, parameters);
  const found = new Map(
    rows.map(({ texts, isNew, ...resource }) => [`${resource.kbid}/${resource.id}`, { resource, texts, isNew }]),
  );
  return references.map(({ kbid, rid }) => found.get(`${kbid}/${rid}`));
}

/** Stores the resources that have not changed since they were read, and returns their boxes and ids. */
export async function storeNewTexts(
  understood: readonly UnderstoodTexts[],
  { by, at, also }: TextsNote,
  tx: EntityManager,
): Promise<readonly ResourceReference[]> {
  const sql = prepared(storeNewTextsSql(columnsSql(tx.connection, ResourceEntity), also));
  const extracted = understood.flatMap((one) => one.extracted);
  const rows: { kbid: string; id: string }[] = await tx.query(sql, [
    postgresJson(understood.map(({ resource }) => withCatalogColumns(resource))),
    by,
    at,
    postgresJson(extracted),
    postgresJson(understood.flatMap(({ ended }) => ended)),
    postgresJson(extracted.flatMap(edgesOfField)),
  ]);
  return rows.map(({ kbid, id: rid }) => ({ kbid, rid }));
}

/** Whether all results can be stored with one statement. */
export function fitsTogether(extracted: readonly ExtractedFieldEntity[]): boolean {
  return extracted.reduce((sum, { understood }) => sum + understood.entities.length, 0) <= EDGES_PER_STATEMENT;
}
