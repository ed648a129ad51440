import { insertChangesSql } from '../change/change-statements.sql';
import { storedExtractedSql, GENERIC_COLUMNS, genericsSql } from '../field/field-statements.sql';
import { insertEdgesSql } from '../graph/graph-edge-statements.sql';
import type { ColumnsSql } from '@lectern/database';

const FIELD_SHAPE = `letter text, id text, value jsonb, "blobKey" text, "sealedPassword" text, "sealedSecrets" text,
  "mlText" boolean`;

/**
 * Inserts a resource ($1, JSON of the entity) with its fields ($2, JSON list), its edges ($4, JSON list) and the row of
 * the change log by $3; does nothing if the knowledge box does not exist. Fields that need processing become pending
 * under one new number in the processing queue, which a given title or summary needs, too; those of kind `k` become
 * PROCESSED. Title and summary are also stored in the form in which they are embedded. One statement, hence one round
 * trip and one commit.
 *
 * @param also a select list over `inserted (kbid, id)`, evaluated once
 */
export function insertResourceSql({ record, columns, values }: ColumnsSql, also: string): string {
  const hasProcessed = `EXISTS (SELECT 1 FROM given_fields WHERE letter <> 'k')`;
  const hasTexts = `EXISTS (SELECT 1 FROM given WHERE NOT "titleIsProvisional" OR NOT "summaryIsProvisional")`;
  const status = `CASE WHEN ${hasProcessed} THEN 'PENDING' ELSE 'PROCESSED' END`;
  const generics = storedExtractedSql(genericsSql('inserted'));
  return `
    WITH given AS (SELECT * FROM json_to_record($1) AS r (${record})),
    given_fields AS (SELECT * FROM json_to_recordset($2) AS f (${FIELD_SHAPE})),
    number AS (SELECT CASE WHEN ${hasProcessed} OR ${hasTexts}
      THEN nextval('processing_seqid') END AS seqid),
    box AS (SELECT b.id FROM knowledge_boxes b, given WHERE b.id = given.kbid FOR KEY SHARE OF b),
    inserted AS (
      INSERT INTO resources (${columns})
      SELECT ${values('given', { status, lastSeqid: 'coalesce(seqid, 0)' })} FROM given, number, box
      RETURNING kbid, id, created, ${GENERIC_COLUMNS}
    ),
    ${generics.tables},
    noted AS (${generics.noted}),
    inserted_fields AS (
      INSERT INTO fields (kbid, rid, letter, id, value, blob_key, sealed_password, sealed_secrets, ml_text, status,
        errors, seqid, content_seqid)
      SELECT inserted.kbid, inserted.id, letter, f.id, value, "blobKey", "sealedPassword", "sealedSecrets",
        coalesce("mlText", true), CASE WHEN letter = 'k' THEN 'PROCESSED' ELSE 'PENDING' END, '[]',
        coalesce(seqid, 0), coalesce(seqid, 0)
      FROM given_fields f, inserted, number
    ),
    inserted_edges AS (${insertEdgesSql('$4', 'inserted')}),
    logged AS (${insertChangesSql(`
      SELECT kbid, id AS rid, 'created' AS kind, $3 AS by, created AS at FROM inserted
      UNION ALL SELECT kbid, id, 'started', $3, created FROM inserted WHERE ${hasProcessed}`)})
    SELECT number.seqid, ${also} FROM inserted, number`;
}

/** SQL expressions over `updated (kbid, id)` that add the work for a change. */
export interface ChangeWork {
  /** For resources whose ids are $5. */
  readonly metadata: string;
  /** For resources whose ids are $6. */
  readonly content: string;
}

/**
 * Replaces resources ($1, JSON list of entities), which must be locked, writes the rows of the change log (kind $2, by
 * $3, at $4) and of processing that starts or ends with the change, and adds work. Changed titles and summaries are
 * also stored in the form in which they are embedded. One statement, hence one round trip.
 */
export function updateResourcesSql({ record, assignments }: ColumnsSql, { metadata, content }: ChangeWork): string {
  const generics = storedExtractedSql(genericsSql('updated'));
  return `
    WITH updated AS (
      UPDATE resources AS r SET ${assignments('v')} FROM json_to_recordset($1) AS v (${record})
      WHERE r.kbid = v.kbid AND r.id = v.id
      RETURNING r.kbid, r.id, r.status = 'PENDING' AS is_pending, ${GENERIC_COLUMNS.replace(/[a-z_]+/g, 'r.$&')}
    ),
    ${generics.tables},
    noted AS (${generics.noted}),
    logged AS (${insertChangesSql(`
      SELECT kbid, id AS rid, $2 AS kind, $3 AS by, $4::timestamptz AS at FROM updated
      UNION ALL SELECT kbid, id, CASE WHEN is_pending THEN 'started' ELSE 'stopped' END, $3, $4::timestamptz
      FROM updated JOIN resources AS before USING (kbid, id)
      WHERE is_pending <> ($2 <> 'created' AND before.status = 'PENDING')`)})
    SELECT CASE WHEN id = ANY($5) THEN ${metadata} END, CASE WHEN id = ANY($6) THEN ${content} END FROM updated`;
}

/** Raises versions above those in an index ($3; $2 are the resources). */
export const RAISE_VERSIONS_SQL = `
  UPDATE resources r SET version = held.version + 1 FROM unnest($2::text[], $3::bigint[]) AS held (rid, version)
  WHERE r.kbid = $1 AND r.id = held.rid AND r.version < held.version`;

/**
 * Resources of box $1: those in which the task of $2 found something, unless it is null, and that mention or relate one
 * of the entities of types $3 with names $4, $5 in normalised form, unless these are null.
 */
const AUGMENTED = `
  FROM resources r WHERE r.kbid = $1 AND ($2::jsonb IS NULL OR r.augmentations @> $2::jsonb) AND (
    $3::text[] IS NULL
    OR r.id IN (
      SELECT e.rid FROM unnest($3::text[], $4::text[], $5::text[]) AS v (type, name, folded)
      JOIN graph_edges e ON e.kbid = $1 AND e.target_type = 'entity' AND e.target_folded = v.folded
        AND e.target_group = v.type AND e.target_value = v.name
      UNION ALL
      SELECT e.rid FROM unnest($3::text[], $4::text[], $5::text[]) AS v (type, name, folded)
      JOIN graph_edges e ON e.kbid = $1 AND e.source_type = 'entity' AND e.source_folded = v.folded
        AND e.source_group = v.type AND e.source_value = v.name)
    OR EXISTS (
      SELECT FROM jsonb_array_elements(r.augmentations) AS a, jsonb_each(a -> 'entities') AS found (ident, entities),
        jsonb_array_elements(found.entities) AS m
      JOIN unnest($3::text[], $4::text[]) AS v (type, name) ON m ->> 'label' = v.type AND m ->> 'text' = v.name))`;

/** Ids after $6, at most $7. */
export const LIST_AUGMENTED_SQL = `SELECT r.id ${AUGMENTED} AND r.id > $6 ORDER BY r.id LIMIT $7`;

export const COUNT_AUGMENTED_SQL = `SELECT count(*)::int AS count ${AUGMENTED}`;
