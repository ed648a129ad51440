/** Appends to the change log what `rows` selects: kbid, rid, kind, by, at. */
export function insertChangesSql(rows: string): string {
  return `INSERT INTO changes (kbid, tx, rid, kind, by, at)
    SELECT row.kbid, pg_current_xact_id()::text::bigint, row.rid, row.kind, row.by, row.at FROM (${rows}) AS row`;
}

/**
 * The next changes of a knowledge box ($1) behind those of a transaction ($2) and number ($3), at most $4. Those of
 * transactions that began after one that is still open wait for it: it may log a change that belongs before them. A
 * transaction number from the future is that of another server, from which the database was restored.
 */
export const listChangesSql = `
  SELECT kbid, tx, seq, rid, kind, by, at FROM changes
  WHERE kbid = $1 AND (tx, seq) > ($2, $3)
    AND (tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      OR tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
  ORDER BY tx, seq LIMIT $4`;
