import { postgresJson } from '@lectern/database';
import type { EntityManager } from 'typeorm';
import { edgesOfField, edgesOfResource, type FieldWithEntities, type ResourceWithEdges } from './derived-edges';
import type { GraphEdgeEntity } from './graph-edge.entity';
import {
  DELETE_FIELD_EDGES_SQL,
  DELETE_RESOURCE_EDGES_SQL,
  insertEdgesSql,
  PARAGRAPH_PLACES_SQL,
} from './graph-edge-statements.sql';

/** Edges per statement. */
export const EDGES_PER_STATEMENT = 5_000;
/** Limit for fields whose paragraphs are read again; names in longer fields have no location. */
const PLACED_PARAGRAPHS_MAX = 20_000;

/** Replaces the edges to entities mentioned in fields. */
export async function replaceFieldEdges(fields: readonly FieldWithEntities[], tx: EntityManager): Promise<void> {
  if (fields.length === 0) return;
  await tx.query(DELETE_FIELD_EDGES_SQL, keyColumns(fields));
  await insertEdges(fields.flatMap(edgesOfField), tx);
}

/** The same for stored fields whose paragraphs the caller does not have. */
export async function replaceStoredFieldEdges(fields: readonly FieldWithEntities[], tx: EntityManager): Promise<void> {
  const named = fields.filter(({ understood }) => understood.entities.length > 0);
  const written: Required<FieldWithEntities>[] =
    named.length === 0 ? [] : await tx.query(PARAGRAPH_PLACES_SQL, [...keyColumns(named), PLACED_PARAGRAPHS_MAX]);
  const byKey = new Map(written.map((row) => [keyOf(row), row.paragraphs]));
  const placed = fields.map((field) => ({ ...field, paragraphs: byKey.get(keyOf(field)) ?? [] }));
  await replaceFieldEdges(placed, tx);
}

/** Replaces the edges stated by resources themselves. Requires locks on the resources. */
export async function replaceResourceEdges(resources: readonly ResourceWithEdges[], tx: EntityManager): Promise<void> {
  if (resources.length === 0) return;
  await tx.query(DELETE_RESOURCE_EDGES_SQL, [resources.map(({ kbid }) => kbid), resources.map(({ id }) => id)]);
  await insertEdges(resources.flatMap(edgesOfResource), tx);
}

async function insertEdges(edges: readonly GraphEdgeEntity[], tx: EntityManager): Promise<void> {
  for (let from = 0; from < edges.length; from += EDGES_PER_STATEMENT)
    await tx.query(insertEdgesSql('$1'), [postgresJson(edges.slice(from, from + EDGES_PER_STATEMENT))]);
}

function keyColumns(fields: readonly FieldWithEntities[]): unknown[] {
  const column = <M extends 'kbid' | 'rid' | 'letter' | 'id'>(member: M) => fields.map((field) => field[member]);
  return [column('kbid'), column('rid'), column('letter'), column('id')];
}

function keyOf({ kbid, rid, letter, id }: Pick<FieldWithEntities, 'kbid' | 'rid' | 'letter' | 'id'>): string {
  return `${kbid}/${rid}/${letter}/${id}`;
}
