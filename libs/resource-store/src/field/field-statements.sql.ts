/**
 * Stores processing results of fields, replacing earlier ones, and marks the fields as unembedded in each vectorset of
 * the box.
 *
 * @param rows a select of all columns
 */
export function storeExtractedSql(rows: string): string {
  const { tables, noted } = storedExtractedSql(rows);
  return `WITH ${tables} ${noted}`;
}

/**
 * The same as part of a statement: its tables, of which `stored` contains the fields, and the insertion of the marks.
 */
export function storedExtractedSql(rows: string): { readonly tables: string; readonly noted: string } {
  const tables = `
    stored AS (
      INSERT INTO extracted_fields (kbid, rid, letter, id, seqid, text, paragraphs, understood, extracted_at)
      ${rows}
      ON CONFLICT (kbid, rid, letter, id) DO UPDATE
      SET seqid = excluded.seqid, text = excluded.text, paragraphs = excluded.paragraphs,
        understood = excluded.understood, extracted_at = excluded.extracted_at
      RETURNING kbid, rid, letter, id, seqid, paragraphs = '[]' AS is_empty
    ), without_paragraphs AS (
      DELETE FROM unembedded_fields u USING stored s
      WHERE s.is_empty AND u.kbid = s.kbid AND u.rid = s.rid AND u.letter = s.letter AND u.id = s.id
    )`;
  const noted = `
    INSERT INTO unembedded_fields (kbid, rid, letter, id, vectorset, seqid)
    SELECT s.kbid, s.rid, s.letter, s.id, coalesce(v.id, ''), s.seqid
    FROM stored s LEFT JOIN vectorsets v ON v.kbid = s.kbid AND v.deleted IS NULL WHERE NOT s.is_empty
    ON CONFLICT (kbid, rid, letter, id, vectorset) DO UPDATE SET seqid = excluded.seqid`;
  return { tables, noted };
}

/** All columns of a JSON list of entities in a parameter. */
export function extractedRowsSql(list: string): string {
  return `
    SELECT v.kbid, v.rid, v.letter, v.id, v.seqid, v.text, v.paragraphs, v.understood, v."extractedAt"
    FROM json_to_recordset(${list}) AS v (kbid uuid, rid text, letter text, id text, seqid bigint, text text,
      paragraphs jsonb, understood jsonb, "extractedAt" timestamptz)`;
}

/** The same for $1, a JSON list of entities. */
export const putExtractedSql = storeExtractedSql(extractedRowsSql('$1'));

/**
 * Sets the outcome of processing of field versions (a parameter contains a JSON list of entities), if they are current.
 */
export function setOutcomesSql(list: string): string {
  return `
    UPDATE fields AS f SET status = v.status, errors = v.errors, sealed_password = v."sealedPassword"
    FROM json_to_recordset(${list}) AS v (kbid uuid, rid text, letter text, id text, seqid bigint, status text,
      errors jsonb, "sealedPassword" text)
    WHERE f.kbid = v.kbid AND f.rid = v.rid AND f.letter = v.letter AND f.id = v.id AND f.seqid = v.seqid`;
}

/** The same for $1. */
export const SET_OUTCOMES_SQL = setOutcomesSql('$1');

/** JSON of the entity of a row `f` of fields. */
export const FIELD_JSON = fieldJson('f.value');

/** The same with an empty text instead of the value, which may be large. */
export const VALUELESS_FIELD_JSON = fieldJson(`''`);

function fieldJson(value: string): string {
  return `json_build_object('kbid', f.kbid, 'rid', f.rid, 'letter', f.letter, 'id', f.id,
  'value', ${value}, 'blobKey', f.blob_key, 'sealedPassword', f.sealed_password, 'sealedSecrets', f.sealed_secrets,
  'mlText', f.ml_text, 'status', f.status, 'errors', f.errors, 'seqid', f.seqid, 'contentSeqid', f.content_seqid)`;
}

/**
 * Deletes and returns the blob keys of files that are not kept, in versions of fields ($1, JSON list of entities) that
 * are current.
 */
export const FORGET_BYTES_SQL = `
  WITH had AS (
    SELECT f.kbid, f.rid, f.letter, f.id, f.blob_key
    FROM json_to_recordset($1) AS v (kbid uuid, rid text, letter text, id text, seqid bigint)
    JOIN fields f USING (kbid, rid, letter, id, seqid)
    WHERE f.letter = 'f' AND f.blob_key IS NOT NULL AND f.value #>> '{file,uri}' = ''
    FOR UPDATE OF f
  ), forgotten AS (
    UPDATE fields f SET blob_key = NULL FROM had
    WHERE f.kbid = had.kbid AND f.rid = had.rid AND f.letter = had.letter AND f.id = had.id
  )
  SELECT kbid, rid, blob_key AS "blobKey" FROM had`;

/** States of the processed fields of resources $2 in box $1, with the data that a resource takes over from them. */
export const LIST_STATES_SQL = `
  SELECT f.kbid, f.rid, f.letter, f.id, f.seqid, f.content_seqid AS "contentSeqid", f.status, f.errors,
    f.sealed_password AS "sealedPassword", CASE WHEN f.letter = 'f' THEN f.value END AS file, e.seqid AS "foundSeqid",
    e.understood - 'entities' - 'links' - 'errors' AS understood,
    CASE WHEN f.letter <> 'c' THEN jsonb_array_length(e.paragraphs) = 0
      ELSE NOT EXISTS (
        SELECT FROM extracted_fields m
        WHERE m.kbid = f.kbid AND m.rid = f.rid AND m.letter = 'c' AND starts_with(m.id, f.id || '/')
          AND m.paragraphs <> '[]')
    END AS "isEmpty"
  FROM fields f LEFT JOIN extracted_fields e USING (kbid, rid, letter, id)
  WHERE f.kbid = $1 AND f.rid = ANY($2) AND f.letter <> 'k'
  ORDER BY f.letter, f.id`;

/** Code points of text per row. */
const CHARS_PER_ROW = 1024 * 1024;
const PARAGRAPHS_PER_ROW = 1_000;

/**
 * Results of the fields of resources $2 in box $1, unordered, in rows with a bounded part of a text or of its
 * paragraphs; texts are empty unless $3. A row is parsed in one turn of the event loop, so rows must be small. All come
 * from one statement, so that they belong to one version. `|| ''` detoasts a text once instead of once per part.
 */
export const extractedPartsSql = `
  SELECT f.kbid, f.rid, f.letter, f.id, f.seqid, f.extracted_at AS "extractedAt", f.number, p.*,
    CASE WHEN p.part = 0 AND p.text IS NOT NULL THEN f.understood END AS understood
  FROM (
    SELECT *, (row_number() OVER (ORDER BY letter, id))::int AS number
    FROM extracted_fields
    WHERE kbid = $1 AND rid = ANY($2) AND ($4::text[] IS NULL OR rid || '/' || letter || '/' || id = ANY($4))
  ) AS f
  CROSS JOIN LATERAL (
    SELECT part, substring(t.text FROM part * ${CHARS_PER_ROW} + 1 FOR ${CHARS_PER_ROW}) AS text,
      NULL::jsonb AS paragraphs
    FROM (SELECT CASE WHEN $3 THEN f.text || '' ELSE '' END AS text OFFSET 0) AS t,
      generate_series(0, char_length(t.text) / ${CHARS_PER_ROW}) AS part
    UNION ALL
    SELECT ((position - 1) / ${PARAGRAPHS_PER_ROW})::int AS part, NULL, jsonb_agg(paragraph ORDER BY position)
    FROM jsonb_array_elements(f.paragraphs) WITH ORDINALITY AS paragraphs (paragraph, position)
    GROUP BY 1
  ) AS p`;

/** Bytes of the texts of resources (two arrays of equal length: boxes, ids). */
export const TEXT_BYTES_SQL = `
  SELECT e.kbid, e.rid, sum(octet_length(e.text)) AS bytes
  FROM unnest($1::uuid[], $2::text[]) AS v (kbid, rid) JOIN extracted_fields e USING (kbid, rid)
  GROUP BY e.kbid, e.rid`;

/** Keys of pictures of resources (two arrays of equal length: boxes, ids), of field $3/$4 unless it is null. */
export const LIST_PICTURES_SQL = `
  SELECT e.kbid, e.rid, e.letter, e.id,
    ARRAY(SELECT jsonb_path_query(e.understood, '$.pictures[*].key') #>> '{}') AS keys
  FROM unnest($1::uuid[], $2::text[]) AS v (kbid, rid) JOIN extracted_fields e USING (kbid, rid)
  WHERE e.letter = coalesce($3, e.letter) AND e.id = coalesce($4, e.id) AND e.understood ? 'pictures'`;

/** Keys of pending fields of resources (two arrays of equal length: boxes, ids). */
export const LIST_PENDING_SQL = `
  SELECT f.kbid, f.rid, f.letter, f.id
  FROM unnest($1::uuid[], $2::text[]) AS v (kbid, rid) JOIN fields f USING (kbid, rid)
  WHERE f.status = 'PENDING'`;

/**
 * Stores vectors of parts of fields (eight arrays of equal length) if their resources and vectorsets exist. Removing a
 * vectorset waits for transactions that store vectors in it.
 */
export const PUT_VECTORS_SQL = `
  INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
  SELECT v.kbid, v.rid, v.letter, v.id, v.vectorset, v.part, v.seqid, v.vectors
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::bytea[])
    AS v (kbid, rid, letter, id, vectorset, part, seqid, vectors)
  JOIN resources r ON r.kbid = v.kbid AND r.id = v.rid
  JOIN vectorsets s ON s.kbid = v.kbid AND s.id = v.vectorset AND s.deleted IS NULL
  FOR KEY SHARE OF r, s
  ON CONFLICT (kbid, rid, letter, id, vectorset, part) DO UPDATE SET seqid = excluded.seqid, vectors = excluded.vectors
  WHERE field_vectors.seqid <= excluded.seqid`;

/**
 * Marks fields as completely embedded in a vectorset (seven arrays of equal length), unless they have changed. Also
 * removes marks for deleted vectorsets or for none, and vector parts after the last one, which earlier versions had.
 */
export const SET_EMBEDDED_SQL = `
  WITH v AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::int[])
      AS v (kbid, rid, letter, id, seqid, vectorset, parts)
  ), trimmed AS (
    DELETE FROM field_vectors f USING v
    WHERE f.kbid = v.kbid AND f.rid = v.rid AND f.letter = v.letter AND f.id = v.id AND f.vectorset = v.vectorset
      AND f.seqid < v.seqid AND f.part >= v.parts
  )
  DELETE FROM unembedded_fields f USING v
  WHERE f.kbid = v.kbid AND f.rid = v.rid AND f.letter = v.letter AND f.id = v.id AND f.seqid <= v.seqid
    AND (f.vectorset = v.vectorset OR NOT EXISTS (
      SELECT FROM vectorsets s WHERE s.kbid = f.kbid AND s.id = f.vectorset AND s.deleted IS NULL))`;

const PARAGRAPH = `jsonb_build_array(jsonb_build_object('start', 0, 'end', char_length(g.text), 'kind', g.kind,
  'key', concat_ws('/', r.id, 'a', g.id, '0-' || char_length(g.text)), 'start_seconds', '[]'::jsonb,
  'end_seconds', '[]'::jsonb, 'classifications', '[]'::jsonb, 'sentences', '[]'::jsonb, 'page', NULL,
  'representation', NULL, 'relations', NULL, 'headings', '[]'::jsonb, 'language', ''))`;
const NOTHING = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };
const UNDERSTOOD = `'${JSON.stringify(NOTHING)}'::jsonb`;

/**
 * Titles and summaries to embed, for resources in rows of `from`: each one that a user chose or that was found in the
 * content is a paragraph. Their version is that of the resource. Those already stored are left out.
 *
 * @returns a select of all columns of `extracted_fields`
 */
export function genericsSql(from: string): string {
  return `
    SELECT r.kbid, r.id, 'a', g.id, r.version, g.text, ${PARAGRAPH}, ${UNDERSTOOD}, now()
    FROM ${from} r CROSS JOIN LATERAL (VALUES
      ('title', 'TITLE', r.title, r.title_is_provisional),
      ('summary', 'DESCRIPTION', r.summary, r.summary_is_provisional)
    ) AS g (id, kind, text, is_provisional)
    WHERE NOT g.is_provisional AND g.text ~ '\\S' AND NOT EXISTS (
      SELECT FROM extracted_fields e
      WHERE e.kbid = r.kbid AND e.rid = r.id AND e.letter = 'a' AND e.id = g.id AND e.text = g.text)`;
}

/** Columns that a row needs for `genericsSql`. */
export const GENERIC_COLUMNS = 'title, title_is_provisional, summary, summary_is_provisional, version';
