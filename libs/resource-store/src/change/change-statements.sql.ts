/** Appends the rows selected by `rows` (kbid, rid, kind, by, at) to the change log, with the current transaction. */
export function insertChangesSql(rows: string): string {
  return `INSERT INTO changes (kbid, rid, kind, by, at, xid)
    SELECT row.kbid, row.rid, row.kind, row.by, row.at, pg_current_xact_id()::text::bigint FROM (${rows}) AS row`;
}

/** Logs a step for existing resources ($1 their knowledge boxes, $2 their ids): kind $3, by $4. */
export const APPEND_STEPS_SQL = insertChangesSql(
  `SELECT r.kbid, r.id AS rid, $3 AS kind, $4 AS by, now() AS at
    FROM unnest($1::uuid[], $2::text[]) AS v (kbid, rid) JOIN resources r ON r.kbid = v.kbid AND r.id = v.rid`,
);

/**
 * The same for resources that have not changed since they were put ($3 their versions; kind $4, by $5). Returns the
 * version of each existing resource and the vectorsets of its box.
 */
export const APPEND_PUT_SQL = `
  WITH present AS (
    SELECT DISTINCT r.kbid, r.id, r.version FROM unnest($1::uuid[], $2::text[]) AS v (kbid, rid)
    JOIN resources r ON r.kbid = v.kbid AND r.id = v.rid
  ), logged AS (${insertChangesSql(`
    SELECT p.kbid, p.id AS rid, $4 AS kind, $5 AS by, now() AS at
    FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS v (kbid, rid, version)
    JOIN present p ON p.kbid = v.kbid AND p.id = v.rid AND p.version = v.version`)})
  SELECT kbid, id AS rid, version::float8 AS version, ARRAY(
    SELECT s.id FROM vectorsets s WHERE s.kbid = present.kbid AND s.deleted IS NULL) AS vectorsets
  FROM present`;

/**
 * Deletes at most $2 changes older than $1 and raises the floors of their knowledge boxes. A change without a position
 * gets one first, so that each reader that has not reached it learns that it missed something.
 */
export const PRUNE_CHANGES_SQL = `
  WITH old AS (
    DELETE FROM changes WHERE ctid IN (SELECT ctid FROM changes WHERE at < $1 LIMIT $2) RETURNING kbid, seq
  ),
  floors AS (
    INSERT INTO change_floors AS floor (kbid, seq)
    SELECT kbid, CASE WHEN bool_or(seq IS NULL) THEN nextval('change_seq') ELSE max(seq) END FROM old GROUP BY kbid
    ON CONFLICT (kbid) DO UPDATE SET seq = greatest(floor.seq, excluded.seq)
  )
  SELECT count(*)::integer AS count FROM old`;

/** Assigns positions to at most $2 unread changes of a knowledge box ($1), in the order of writing. */
export const NUMBER_CHANGES_SQL = `
  UPDATE changes SET seq = numbered.seq
  FROM (
    SELECT id, nextval('change_seq') AS seq
    FROM (SELECT id FROM changes WHERE kbid = $1 AND seq IS NULL ORDER BY id LIMIT $2) AS unread
  ) AS numbered
  WHERE kbid = $1 AND changes.id = numbered.id`;
