/** Stores what processing found in fields ($1, JSON list of entities), replacing what was found before. */
export const putExtractedSql = `
  INSERT INTO extracted_fields (kbid, rid, letter, id, seqid, text, paragraphs, understood, extracted_at)
  SELECT kbid, rid, letter, id, seqid, text, paragraphs, understood, "extractedAt"
  FROM json_to_recordset($1) AS v (kbid uuid, rid text, letter text, id text, seqid bigint, text text, paragraphs jsonb,
    understood jsonb, "extractedAt" timestamptz)
  ON CONFLICT (kbid, rid, letter, id) DO UPDATE
  SET seqid = excluded.seqid, text = excluded.text, paragraphs = excluded.paragraphs, understood = excluded.understood,
    extracted_at = excluded.extracted_at`;

/** Sets how processing of fields ended ($1, JSON list of entities). */
export const setOutcomesSql = `
  UPDATE fields AS f SET status = v.status, errors = v.errors, sealed_password = v."sealedPassword"
  FROM json_to_recordset($1) AS v (kbid uuid, rid text, letter text, id text, status text, errors jsonb, "sealedPassword" text)
  WHERE f.kbid = v.kbid AND f.rid = v.rid AND f.letter = v.letter AND f.id = v.id`;

/** Stores vectors of fields (seven arrays of equal length), as far as their resources exist. */
export const putVectorsSql = `
  INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, seqid, vectors)
  SELECT v.kbid, v.rid, v.letter, v.id, v.vectorset, v.seqid, v.vectors
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bytea[])
    AS v (kbid, rid, letter, id, vectorset, seqid, vectors)
  JOIN resources r ON r.kbid = v.kbid AND r.id = v.rid
  FOR KEY SHARE OF r
  ON CONFLICT (kbid, rid, letter, id, vectorset) DO UPDATE SET seqid = excluded.seqid, vectors = excluded.vectors`;
