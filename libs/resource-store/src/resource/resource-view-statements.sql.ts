import { FIELD_JSON, VALUELESS_FIELD_JSON } from '../field/field-statements.sql';
import type { ColumnsSql } from '@lectern/database';

/** SQL conditions over a row of `resources` of this name. */
export interface ResourceViewSql {
  /** Whether a task for putting its texts into the keyword index is pending. */
  readonly isUnput: (row: string) => string;
  /** Whether some of its fields have no vectors yet. */
  readonly isUnembedded: (row: string) => string;
}

export interface ResourceViewParts {
  readonly by: 'id' | 'slug';
  /** Whether to read fields, and whether to include their extracted content. */
  readonly fields?: { readonly hasExtracted: boolean };
}

const EXTRACTED = `CASE WHEN e.kbid IS NOT NULL THEN json_build_object('kbid', e.kbid, 'rid', e.rid,
  'letter', e.letter, 'id', e.id, 'seqid', e.seqid, 'text', e.text, 'paragraphs', e.paragraphs,
  'understood', e.understood, 'extractedAt', e.extracted_at) END`;

/**
 * Resource $2 of box $1 with its pending state, and its fields of kinds $3 as a JSON list if there are at most $4 with
 * at most $5 stored bytes. A CASE branch that is not taken is not evaluated, so large content is not read.
 */
export function resourceViewSql(
  { selected }: ColumnsSql,
  { isUnput, isUnembedded }: ResourceViewSql,
  { by, fields }: ResourceViewParts,
): string {
  const rows = fields ? `, ${fieldsSql(fields)} AS "fieldRows"` : '';
  return `
    SELECT ${selected('r')}, ${isUnput('r')} AS "isUnput", ${isUnembedded('r')} AS "isUnembedded"${rows}
    FROM resources r WHERE r.kbid = $1 AND r.${by} = $2`;
}

export interface ResourceListParts {
  /** Whether to read fields, and whether to include their values. */
  readonly fields?: { readonly hasValues: boolean };
}

/** Size of a field besides its stored content. */
const FIELD_BYTES = 256;

/**
 * Resources $2 of box $1, unordered, each with its pending state and with its fields of kinds $3 as a JSON list if all
 * of these have at most $4 stored bytes in total.
 */
export function resourceListSql(
  { selected }: ColumnsSql,
  { isUnput, isUnembedded }: ResourceViewSql,
  { fields }: ResourceListParts,
): string {
  const columns = `${selected('r')}, ${isUnput('r')} AS "isUnput", ${isUnembedded('r')} AS "isUnembedded"`;
  const where = 'r.kbid = $1 AND r.id = ANY($2)';
  if (!fields) return `SELECT ${columns} FROM resources r WHERE ${where}`;
  const values = fields.hasValues ? ' + pg_column_size(f.value)' : '';
  const row = fields.hasValues ? FIELD_JSON : VALUELESS_FIELD_JSON;
  return `
    WITH size AS MATERIALIZED (
      SELECT coalesce(sum(${FIELD_BYTES} + pg_column_size(f.errors)${values}), 0) <= $4 AS is_small
      FROM fields f WHERE f.kbid = $1 AND f.rid = ANY($2) AND f.letter = ANY($3)
    )
    SELECT ${columns}, CASE WHEN (SELECT is_small FROM size) THEN (
      SELECT coalesce(json_agg(json_build_array(${row}) ORDER BY f.letter, f.id), '[]')
      FROM fields f WHERE f.kbid = r.kbid AND f.rid = r.id AND f.letter = ANY($3)) END AS "fieldRows"
    FROM resources r WHERE ${where}`;
}

function fieldsSql({ hasExtracted }: { readonly hasExtracted: boolean }): string {
  const extracted = hasExtracted ? 'LEFT JOIN extracted_fields e USING (kbid, rid, letter, id)' : '';
  const from = `FROM fields f ${extracted} WHERE f.kbid = r.kbid AND f.rid = r.id AND f.letter = ANY($3)`;
  const bytesOfExtracted = ` + coalesce(octet_length(e.text) + pg_column_size(e.paragraphs)
    + pg_column_size(e.understood), 0)`;
  const bytes = `pg_column_size(f.value) + pg_column_size(f.errors)${hasExtracted ? bytesOfExtracted : ''}`;
  const row = hasExtracted ? `json_build_array(${FIELD_JSON}, ${EXTRACTED})` : `json_build_array(${FIELD_JSON})`;
  return `CASE WHEN (SELECT count(*) <= $4 AND coalesce(sum(${bytes}), 0) <= $5 ${from})
    THEN (SELECT coalesce(json_agg(${row} ORDER BY f.letter, f.id), '[]') ${from}) END`;
}
