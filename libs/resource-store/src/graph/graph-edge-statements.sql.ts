/** Deletes the edges to entities mentioned in fields (four arrays of equal length). */
export const DELETE_FIELD_EDGES_SQL = `
  DELETE FROM graph_edges e USING unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS v (kbid, rid, letter, id)
  WHERE e.kbid = v.kbid AND e.rid = v.rid AND e.letter = v.letter AND e.id = v.id`;

/** Deletes the edges stated by resources themselves (two arrays of equal length: boxes, ids). */
export const DELETE_RESOURCE_EDGES_SQL = `
  DELETE FROM graph_edges e USING unnest($1::uuid[], $2::text[]) AS v (kbid, rid)
  WHERE e.kbid = v.kbid AND e.rid = v.rid AND e.letter = ''`;

const COLUMNS = `kbid, rid, letter, id, number, seqid, source_type, source_group, source_value, source_folded, relation,
  label, target_type, target_group, target_value, target_folded, provenance, task_id, place`;

/** Record type for JSON of the entity. */
const RECORD = `kbid uuid, rid text, letter text, id text, number int, seqid bigint, "sourceType" text,
  "sourceGroup" text, "sourceValue" text, "sourceFolded" text, relation text, label text, "targetType" text,
  "targetGroup" text, "targetValue" text, "targetFolded" text, provenance text, "taskId" text, place jsonb`;

/**
 * Stores edges.
 *
 * @param list the parameter with their JSON list
 * @param of a table that has a row if the edges are to be stored
 */
export function insertEdgesSql(list: string, of = '(SELECT) AS always'): string {
  return `
    INSERT INTO graph_edges (${COLUMNS})
    SELECT v.kbid, v.rid, v.letter, v.id, v.number, v.seqid, v."sourceType", v."sourceGroup", v."sourceValue",
      v."sourceFolded", v.relation, v.label, v."targetType", v."targetGroup", v."targetValue", v."targetFolded",
      v.provenance, v."taskId", nullif(v.place, 'null')
    FROM json_to_recordset(${list}) AS v (${RECORD}), ${of}`;
}

/** Positions of the paragraphs of fields (four arrays of equal length) that have at most $5 paragraphs. */
export const PARAGRAPH_PLACES_SQL = `
  SELECT e.kbid, e.rid, e.letter, e.id, (
    SELECT jsonb_agg(jsonb_build_object('start', p -> 'start', 'end', p -> 'end', 'kind', p -> 'kind') ORDER BY number)
    FROM jsonb_array_elements(e.paragraphs) WITH ORDINALITY AS paragraphs (p, number)
  ) AS paragraphs
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS v (kbid, rid, letter, id)
  JOIN extracted_fields e USING (kbid, rid, letter, id)
  WHERE jsonb_array_length(e.paragraphs) BETWEEN 1 AND $5`;
