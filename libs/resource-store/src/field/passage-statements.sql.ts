const ofField = (row: string, other: string) =>
  `${row}.kbid = ${other}.kbid AND ${row}.rid = ${other}.rid AND ${row}.letter = ${other}.letter AND ${row}.id = ${other}.id`;

/** Limit of the first texts of a resource that are returned with its fields. */
const SMALL_TEXT_BYTES = 64 * 1024;

/**
 * Fields with paragraphs of resources ($1 boxes, $2 ids) and the stored parts of their vectors in vectorsets ($3), one
 * row each, without large content. A small field that has at most $4 paragraphs and no stored part includes its
 * passages.
 */
export const fieldsToEmbedSql = `
  SELECT w.number::int AS number, e.kbid, e.rid, e.letter, e.id, e.seqid::float8 AS seqid,
    CASE WHEN r.title_is_provisional THEN '' ELSE r.title END AS title,
    jsonb_array_length(e.paragraphs) AS paragraphs,
    ARRAY(
      SELECT v.part FROM field_vectors v
      WHERE v.vectorset = w.vectorset AND v.seqid = e.seqid AND ${ofField('v', 'e')} ORDER BY v.part
    ) AS parts,
    EXISTS (
      SELECT FROM unembedded_fields n WHERE n.vectorset IN (w.vectorset, '') AND ${ofField('n', 'e')}
    ) AS "isUnembedded",
    CASE WHEN jsonb_array_length(e.paragraphs) <= $4
        AND sum(octet_length(e.text)) OVER (PARTITION BY w.number ORDER BY e.letter, e.id) <= ${SMALL_TEXT_BYTES}
        AND NOT EXISTS (SELECT FROM field_vectors v WHERE v.vectorset = w.vectorset AND v.seqid = e.seqid AND ${ofField('v', 'e')})
      THEN json_build_object('text', e.text, 'first', 0, 'starts', jsonb_path_query_array(e.paragraphs, '$[*].start'),
        'ends', jsonb_path_query_array(e.paragraphs, '$[*].end'))
    END AS passages
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS w (kbid, rid, vectorset, number)
  JOIN resources r ON r.kbid = w.kbid AND r.id = w.rid
  JOIN extracted_fields e ON e.kbid = w.kbid AND e.rid = w.rid
  WHERE e.paragraphs <> '[]'
  ORDER BY e.letter, e.id`;

/**
 * Consecutive paragraphs $6 to $7 (inclusive) of fields in a version ($1 to $5): their starts and ends in code points,
 * and the text from \`first\` on that contains them.
 */
export const passagesSql = `
  SELECT w.number::int AS number, p.starts, p.ends, b.first, substring(e.text FROM b.first + 1 FOR b.last - b.first) AS text
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::int[])
    WITH ORDINALITY AS w (kbid, rid, letter, id, seqid, "from", "to", number)
  JOIN extracted_fields e ON ${ofField('e', 'w')} AND e.seqid = w.seqid
  CROSS JOIN LATERAL (SELECT jsonb_build_object('from', w."from", 'to', w."to") AS range) AS v
  CROSS JOIN LATERAL (
    SELECT jsonb_path_query_array(e.paragraphs, '$[$from to $to].start', v.range) AS starts,
      jsonb_path_query_array(e.paragraphs, '$[$from to $to].end', v.range) AS ends
  ) AS p
  CROSS JOIN LATERAL (
    SELECT (SELECT min(value::int) FROM jsonb_array_elements_text(p.starts) AS value) AS first,
      (SELECT max(value::int) FROM jsonb_array_elements_text(p.ends) AS value) AS last
  ) AS b`;
