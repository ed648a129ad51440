import type { EntityMention, EntityRename, ResourceReference } from '@lectern/contracts/knowledge-box';
import { postgresJson, prepared } from '@lectern/database';
import type { EntityManager } from 'typeorm';
import type { FieldKey } from '../field/field.repository';
import { replaceStoredFieldEdges } from '../graph/graph-edge-writes';
import { EntityRenames } from './entity-renames';

/** Fields, or messages, per statement. */
const FIELDS_MAX = 200;

/** The fields of resource $2 after $3, $4 that mention one of the entities of types $5 with names $6, $7 at most. */
const MENTIONING_SQL = `
  SELECT f.letter, f.id, f.seqid::int AS seqid, f.understood -> 'entities' AS entities FROM extracted_fields f
  WHERE f.kbid = $1 AND f.rid = $2 AND (f.letter, f.id) > ($3, $4) AND EXISTS (
    SELECT FROM jsonb_array_elements(f.understood -> 'entities') AS e
    JOIN unnest($5::text[], $6::text[]) AS v (type, name) ON e ->> 'label' = v.type AND e ->> 'text' = v.name)
  ORDER BY f.letter, f.id LIMIT $7`;

/** Replaces the entities of fields of resource $2 ($3 as JSON). */
const REPLACE_SQL = `
  UPDATE extracted_fields f SET understood = jsonb_set(f.understood, '{entities}', v.entities)
  FROM jsonb_to_recordset($3::jsonb) AS v (letter text, id text, entities jsonb)
  WHERE f.kbid = $1 AND f.rid = $2 AND f.letter = v.letter AND f.id = v.id`;

type Row = Pick<FieldKey, 'letter' | 'id'> & { readonly seqid: number; readonly entities: readonly EntityMention[] };

/**
 * Renames the entities that processing found in the fields of a resource. Requires a lock on it.
 *
 * @returns whether there were any
 */
export async function renameEntitiesOfFields(
  { kbid, rid }: ResourceReference,
  renames: readonly EntityRename[],
  tx: EntityManager,
): Promise<boolean> {
  const names = new EntityRenames(renames);
  const wanted = [renames.map(({ group }) => group), renames.map(({ from }) => from)];
  let [after, changed]: [Pick<FieldKey, 'letter' | 'id'> | undefined, boolean] = [undefined, false];
  if (renames.length === 0) return false;
  for (;;) {
    const from: unknown[] = [kbid, rid, after?.letter ?? '', after?.id ?? ''];
    const rows: Row[] = await tx.query(prepared(MENTIONING_SQL), [...from, ...wanted, FIELDS_MAX]);
    const renamed = rows.map((row) => ({ ...row, entities: names.mentions(row.entities) }));
    if (renamed.length > 0) {
      await tx.query(prepared(REPLACE_SQL), [kbid, rid, postgresJson(renamed)]);
      const fields = renamed.map(({ entities, ...field }) => ({ kbid, rid, ...field, understood: { entities } }));
      await replaceStoredFieldEdges(fields, tx);
      changed = true;
    }
    after = rows.at(-1);
    if (!after || rows.length < FIELDS_MAX) return changed;
  }
}
