/** Appends to the change log what `rows` selects: kbid, rid, kind, by, at. */
export function insertChangesSql(rows: string): string {
  return `INSERT INTO changes (kbid, rid, kind, by, at)
    SELECT row.kbid, row.rid, row.kind, row.by, row.at FROM (${rows}) AS row`;
}

/** Gives positions to changes of a knowledge box ($1) that nobody has read yet, at most $2, in the order of writing. */
export const NUMBER_CHANGES_SQL = `
  UPDATE changes SET seq = numbered.seq
  FROM (
    SELECT id, nextval('change_seq') AS seq
    FROM (SELECT id FROM changes WHERE kbid = $1 AND seq IS NULL ORDER BY id LIMIT $2) AS unread
  ) AS numbered
  WHERE kbid = $1 AND changes.id = numbered.id`;
