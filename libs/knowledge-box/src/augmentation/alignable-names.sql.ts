/** The $2 labels with at most $3 characters that most resources of box $1 have, of users and agents. */
export const LABEL_COUNTS_SQL = `
  SELECT labelset, label, count(DISTINCT id)::int AS resources FROM (
    SELECT r.id, c ->> 'labelset' AS labelset, c ->> 'label' AS label
    FROM resources r CROSS JOIN LATERAL jsonb_array_elements(r.classifications) AS c WHERE r.kbid = $1
    UNION ALL
    SELECT r.id, c ->> 'labelset', c ->> 'label' FROM resources r
    CROSS JOIN LATERAL jsonb_array_elements(r.annotations || r.augmentations) AS a
    CROSS JOIN LATERAL jsonb_array_elements(a -> 'paragraphs') AS p
    CROSS JOIN LATERAL jsonb_array_elements(p -> 'classifications') AS c WHERE r.kbid = $1
    UNION ALL
    SELECT r.id, c ->> 'labelset', c ->> 'label' FROM resources r
    CROSS JOIN LATERAL jsonb_array_elements(r.augmentations) AS a
    CROSS JOIN LATERAL jsonb_array_elements(a -> 'classifications') AS c WHERE r.kbid = $1
  ) AS given
  WHERE length(label) <= $3 GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT $2`;

/** The $2 names of entities with at most $3 characters that most resources of box $1 mention or relate. */
export const ENTITY_COUNTS_SQL = `
  SELECT "group", name, count(DISTINCT rid)::int AS resources FROM (
    SELECT r.id AS rid, e ->> 'label' AS "group", e ->> 'text' AS name
    FROM resources r
    CROSS JOIN LATERAL jsonb_array_elements(r.augmentations) AS a
    CROSS JOIN LATERAL jsonb_each(a -> 'entities') AS found (ident, entities)
    CROSS JOIN LATERAL jsonb_array_elements(found.entities) AS e WHERE r.kbid = $1
    UNION ALL
    SELECT rid, target_group, target_value FROM graph_edges WHERE kbid = $1 AND target_type = 'entity'
    UNION ALL
    SELECT rid, source_group, source_value FROM graph_edges WHERE kbid = $1 AND source_type = 'entity'
  ) AS mentioned
  WHERE length(name) <= $3 GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT $2`;
