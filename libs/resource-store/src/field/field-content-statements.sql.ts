const ofField = (row: string) =>
  `${row}.kbid = f.kbid AND ${row}.rid = f.rid AND ${row}.letter = f.letter AND ${row}.id = f.id`;

const OF_KINDS = 'kbid = $1 AND rid = ANY($2) AND letter = ANY($3)';

/**
 * Fields of kinds $3 of resource $2 in box $1 with their sizes: the first $5 whose id compares to $4 with the operator.
 * Includes extracted content if $6, and vectors of vectorset $7. JSON counts with its stored, possibly compressed,
 * size. Subselects, because joining tables without statistics may compare all rows with each other.
 */
export function headsSql(comparison: '>' | '='): string {
  return `
    SELECT f.letter, f.id, pg_column_size(f.value) + pg_column_size(f.errors)
      + CASE WHEN $6 THEN coalesce((
          SELECT octet_length(e.text) + pg_column_size(e.paragraphs) + pg_column_size(e.understood)
          FROM extracted_fields e WHERE ${ofField('e')}), 0) ELSE 0 END
      + coalesce((SELECT sum(octet_length(v.vectors))::float8 FROM field_vectors v WHERE v.vectorset = $7 AND ${ofField('v')}), 0) AS bytes
    FROM fields f
    WHERE f.kbid = $1 AND f.rid = $2 AND f.letter = ANY($3) AND f.id ${comparison} $4
    ORDER BY f.letter, f.id LIMIT $5`;
}

/** Minimum total size of all fields of kinds $3 of resources $2 in box $1, including extracted content if $4. */
export const totalBytesSql = `
  SELECT
    (SELECT coalesce(sum(pg_column_size(value)), 0) FROM fields WHERE ${OF_KINDS})
    + (SELECT coalesce(sum(octet_length(text) + pg_column_size(paragraphs)), 0) FROM extracted_fields
       WHERE $4 AND ${OF_KINDS})
    + (SELECT coalesce(sum(octet_length(vectors)), 0) FROM field_vectors WHERE ${OF_KINDS} AND vectorset = $5) AS bytes`;

/** Extracted content of field $1 to $4 without its large parts, and whether vectorset $5 has vectors of it. */
export const extractedHeadSql = `
  SELECT f.seqid, f.understood, f.extracted_at AS "extractedAt", jsonb_array_length(f.paragraphs) AS paragraphs,
    EXISTS (SELECT FROM field_vectors v WHERE v.vectorset = $5 AND v.seqid = f.seqid AND ${ofField('v')}) AS "hasVectors"
  FROM extracted_fields f
  WHERE f.kbid = $1 AND f.rid = $2 AND f.letter = $3 AND f.id = $4`;

/** Extracted content of the fields of resource $2 in box $1, without its large parts. */
export const LONG_HEADS_SQL = `
  SELECT kbid, rid, letter, id, seqid, understood, jsonb_array_length(paragraphs) AS count,
    octet_length(text) + pg_column_size(paragraphs) AS bytes
  FROM extracted_fields WHERE kbid = $1 AND rid = $2 ORDER BY letter, id`;

const OF_VERSION = 'WHERE kbid = $1 AND rid = $2 AND letter = $3 AND id = $4 AND seqid = $5';
const itemsOf = (path: string) =>
  `jsonb_path_query_array(paragraphs, '$[$from to $to]${path}', jsonb_build_object('from', $6::int, 'to', $7::int))`;

/** $7 code points of a field's text from code point $6 (counted from 1), in version $5. */
export const textPartSql = `SELECT substring(text FROM $6::int FOR $7::int) AS part FROM extracted_fields ${OF_VERSION}`;

/** Paragraphs $6 to $7 (from 0, inclusive). */
export const paragraphsPartSql = `SELECT ${itemsOf('')} AS part FROM extracted_fields ${OF_VERSION}`;

/** Starts and ends of paragraphs $6 to $7, each as a list. */
export const rangesPartSql = `
  SELECT jsonb_build_array(${itemsOf('.start')}, ${itemsOf('.end')}) AS part FROM extracted_fields ${OF_VERSION}`;

/** Parts $6 to $7 (inclusive) of the vectors of a field in vectorset $8; parts that are not stored are left out. */
export const vectorPartsSql = `
  SELECT coalesce(json_agg(part ORDER BY part), '[]') AS parts,
    coalesce(string_agg(vectors, '' ORDER BY part), '') AS vectors
  FROM field_vectors ${OF_VERSION} AND vectorset = $8 AND part BETWEEN $6 AND $7`;

/**
 * Texts of the fields of resources $2 in box $1, without titles and summaries: of each resource, the first $3 code
 * points of its concatenated texts. Fields beyond the limit are left out.
 */
export const TEXTS_SQL = `
  SELECT rid, letter, id, left(text, greatest($3 - before, 0)::int) AS text
  FROM (
    SELECT rid, letter, id, text, coalesce(sum(char_length(text)) OVER (
      PARTITION BY rid ORDER BY letter, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM extracted_fields WHERE kbid = $1 AND rid = ANY($2) AND letter <> 'a' AND text <> ''
  ) AS texts
  WHERE before < $3 ORDER BY rid, letter, id`;
