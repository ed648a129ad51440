/**
 * Fields of box $1 whose resources are public or accessible to one of groups $2 (null for all), and not hidden unless
 * $3.
 */
const VISIBLE_FIELDS = `
  extracted_fields f JOIN resources r ON r.kbid = f.kbid AND r.id = f.rid
  CROSS JOIN LATERAL jsonb_array_elements(f.understood -> 'entities') AS entity
  WHERE f.kbid = $1 AND ($3 OR NOT r.hidden)
    AND ($2::text[] IS NULL OR coalesce(cardinality(r.access_groups), 0) = 0 OR r.access_groups && $2)`;

/** Types of entities with at most $4 characters: the $5 types with the most entities, counted once per field. */
export const ENTITY_TYPES_SQL = `
  SELECT entity ->> 'label' AS name FROM ${VISIBLE_FIELDS} AND length(entity ->> 'text') <= $4
  GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT $5`;

/** Entities of type $6 with at most $4 characters: the $5 mentioned in the most fields. */
export const ENTITIES_SQL = `
  SELECT entity ->> 'text' AS name FROM ${VISIBLE_FIELDS} AND length(entity ->> 'text') <= $4
    AND entity ->> 'label' = $6
  GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT $5`;
