import { storeExtractedSql } from './field-statements.sql';

const OF_VERSION = 'kbid = $1 AND rid = $2 AND letter = $3 AND id = $4 AND seqid = $5';

/**
 * The resume point of an attempt at version $5 of a field: the last part after which it can continue, with the number
 * of paragraphs so far.
 */
export const lastPartSql = `
  SELECT part, resume,
    (SELECT sum(jsonb_array_length(paragraphs))::int FROM field_parts own WHERE ${OF_VERSION} AND own.part <= last.part)
      AS paragraphs
  FROM field_parts last WHERE ${OF_VERSION} AND resume IS NOT NULL ORDER BY part DESC LIMIT 1`;

/** Deletes the parts after part $6 of version $5 of a field, and all parts of other versions. */
export const FORGET_PARTS_BEHIND_SQL = `
  DELETE FROM field_parts WHERE kbid = $1 AND rid = $2 AND letter = $3 AND id = $4 AND (seqid <> $5 OR part > $6)`;

/** Stores a part of a field or message ($1, JSON of the entity) if the field still has this version. */
export const PUT_PART_SQL = `
  INSERT INTO field_parts (kbid, rid, letter, id, seqid, part, text, paragraphs, resume)
  SELECT v.kbid, v.rid, v.letter, v.id, v.seqid, v.part, v.text, v.paragraphs, v.resume
  FROM json_to_record($1) AS v (kbid uuid, rid text, letter text, id text, seqid bigint, part int, text text,
    paragraphs jsonb, resume text)
  JOIN fields f ON f.kbid = v.kbid AND f.rid = v.rid AND f.letter = v.letter AND f.id = split_part(v.id, '/', 1)
    AND f.seqid = v.seqid
  FOR KEY SHARE OF f
  ON CONFLICT (kbid, rid, letter, id, seqid, part) DO UPDATE
  SET text = excluded.text, paragraphs = excluded.paragraphs, resume = excluded.resume
  RETURNING 1`;

/** Assembles the parts of version $5 of a field to its results ($6 understood, $7 when), replacing earlier results. */
export const assemblePartsSql = storeExtractedSql(`
  SELECT $1::uuid, $2, $3, $4, $5::bigint,
    (SELECT string_agg(text, '' ORDER BY part) FROM field_parts WHERE ${OF_VERSION}),
    (SELECT coalesce(jsonb_agg(paragraph ORDER BY part, number), '[]') FROM field_parts,
      jsonb_array_elements(paragraphs) WITH ORDINALITY AS paragraphs (paragraph, number) WHERE ${OF_VERSION}),
    $6::jsonb, $7::timestamptz`);
