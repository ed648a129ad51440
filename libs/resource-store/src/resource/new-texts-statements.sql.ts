import { insertChangesSql } from '../change/change-statements.sql';
import {
  extractedRowsSql,
  FIELD_JSON,
  setOutcomesSql,
  storedExtractedSql,
  GENERIC_COLUMNS,
  genericsSql,
} from '../field/field-statements.sql';
import { insertEdgesSql } from '../graph/graph-edge-statements.sql';
import type { ColumnsSql } from '@lectern/database';

/**
 * Resources ($1 boxes, $2 ids) with their unprocessed texts of at most $3 stored bytes, and whether nothing else in
 * them needs processing.
 */
export function newTextsSql({ selected }: ColumnsSql): string {
  const isText = `f.letter = 't' AND f.status <> 'PROCESSED' AND pg_column_size(f.value) <= $3`;
  return `
    SELECT ${selected('r')}, t.texts, r.status = 'PENDING' AND r.indexed_version IS NULL AND t.is_all AND NOT EXISTS (
        SELECT FROM extracted_fields e WHERE e.kbid = r.kbid AND e.rid = r.id AND e.letter <> 'a') AS "isNew"
    FROM unnest($1::uuid[], $2::text[]) AS w (kbid, rid)
    JOIN resources r ON r.kbid = w.kbid AND r.id = w.rid
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${FIELD_JSON} ORDER BY f.id) FILTER (WHERE ${isText}), '[]') AS texts,
        coalesce(bool_and(${isText}), false) AS is_all
      FROM fields f WHERE f.kbid = r.kbid AND f.rid = r.id AND f.letter <> 'k'
    ) AS t`;
}

/**
 * Stores new resources ($1, JSON list of entities) by $2 at $3 with the results ($4, the same) and outcomes ($5, the
 * same) of their fields and their edges ($6, the same), writes the rows of the change log, and adds work. Resources
 * that are no longer at the previous version are unchanged. One statement, hence one round trip and one commit.
 *
 * @param also a select list over `updated (kbid, id)`
 */
export function storeNewTextsSql({ record, assignments }: ColumnsSql, also: string): string {
  const isUpdated = (id: string) => `EXISTS (SELECT FROM updated u WHERE u.kbid = v.kbid AND u.id = ${id})`;
  const stored = storedExtractedSql(`
    ${genericsSql('updated')} UNION ALL ${extractedRowsSql('$4')} WHERE ${isUpdated('v.rid')}`);
  return `
    WITH unchanged AS MATERIALIZED (
      SELECT r.kbid, r.id FROM json_to_recordset($1) AS v (${record})
      JOIN resources r ON r.kbid = v.kbid AND r.id = v.id
      WHERE r.version = v.version - 1 AND r.status = 'PENDING' AND r.indexed_version IS NULL
      ORDER BY r.kbid, r.id FOR NO KEY UPDATE OF r
    ), updated AS (
      UPDATE resources AS r SET ${assignments('v')} FROM json_to_recordset($1) AS v (${record})
      JOIN unchanged u ON u.kbid = v.kbid AND u.id = v.id
      WHERE r.kbid = v.kbid AND r.id = v.id
      RETURNING r.kbid, r.id, r.status = 'PENDING' AS is_pending, ${GENERIC_COLUMNS.replace(/[a-z_]+/g, 'r.$&')}
    ),
    ${stored.tables},
    noted AS (${stored.noted}),
    outcomes AS (${setOutcomesSql('$5')} AND ${isUpdated('v.rid')}),
    edges AS (${insertEdgesSql('$6', 'updated u WHERE u.kbid = v.kbid AND u.id = v.rid')}),
    logged AS (${insertChangesSql(`
      SELECT kbid, id AS rid, 'processed' AS kind, $2 AS by, $3::timestamptz AS at FROM updated
      UNION ALL SELECT kbid, id, 'stopped', $2, $3::timestamptz FROM updated WHERE NOT is_pending`)})
    SELECT kbid, id, ${also} FROM updated`;
}
