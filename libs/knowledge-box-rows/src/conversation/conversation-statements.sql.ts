const OF_CONVERSATION = 'kbid = $1 AND rid = $2 AND id = $3';

/** Messages ($6, JSON list) of conversation $1 to $3 behind position $4, all pending under number $5. */
export const INSERT_MESSAGES_SQL = `
  INSERT INTO conversation_messages
    (kbid, rid, id, position, ident, seqid, value, blob_keys, errors, is_pending)
  SELECT $1, $2, $3, $4::int + number - 1, item->'value'->>'ident', $5, item->'value',
    ARRAY(SELECT jsonb_array_elements_text(item->'blobKeys')), '[]', true
  FROM jsonb_array_elements($6::jsonb) WITH ORDINALITY AS items (item, number)`;

/** Removes all messages of a conversation. @returns keys of their attachments */
export const REMOVE_MESSAGES_SQL = `
  WITH removed AS (DELETE FROM conversation_messages WHERE ${OF_CONVERSATION} RETURNING blob_keys)
  SELECT unnest(blob_keys) AS key FROM removed`;

/** The same of all conversations of a resource. */
export const REMOVE_ALL_MESSAGES_SQL = `
  WITH removed AS (DELETE FROM conversation_messages WHERE kbid = $1 AND rid = $2 RETURNING blob_keys)
  SELECT unnest(blob_keys) AS key FROM removed`;

/** Forgets what message $4 says, and keeps its ident taken. @returns keys of its attachments; none when it is gone */
export const FORGET_MESSAGE_SQL = `
  WITH before AS (
    SELECT position, blob_keys FROM conversation_messages
    WHERE ${OF_CONVERSATION} AND ident = $4 AND value IS NOT NULL FOR UPDATE
  ), forgotten AS (
    UPDATE conversation_messages m SET value = NULL, blob_keys = '{}', errors = '[]', is_pending = false, unindexed = NULL
    FROM before WHERE m.kbid = $1 AND m.rid = $2 AND m.id = $3 AND m.position = before.position
    RETURNING before.blob_keys
  )
  SELECT blob_keys AS "blobKeys" FROM forgotten`;

/** The first $4 messages that are still to be processed. */
export const PENDING_MESSAGES_SQL = `
  SELECT position, seqid::float8 AS seqid, value, blob_keys AS "blobKeys" FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND is_pending AND position > $4 ORDER BY position LIMIT $5`;

/** Messages ($4 positions, $5 numbers, $6 errors) are processed, as far as they still are those. A subselect with a
 * limit, because the planner would read all that was found in a box to know whether there is something. @returns them
 */
export const END_MESSAGES_SQL = `
  WITH ended AS (
    UPDATE conversation_messages m SET is_pending = false, errors = v.errors,
      unindexed = CASE WHEN m.unindexed = 'replaced' THEN m.unindexed ELSE coalesce((
        SELECT 'replaced' FROM extracted_fields e
        WHERE e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = $3 || '/' || m.ident LIMIT 1
      ), 'added') END
    FROM unnest($4::int[], $5::bigint[], $6::jsonb[]) AS v (position, seqid, errors)
    WHERE m.kbid = $1 AND m.rid = $2 AND m.id = $3 AND m.position = v.position AND m.seqid = v.seqid AND m.is_pending
    RETURNING m.position, m.unindexed
  )
  SELECT position, unindexed FROM ended`;

/**
 * Of resource $2 of box $1: what was found in messages that the keyword index may lack. A subselect, because a join of
 * tables without statistics compares all with all.
 */
export const UNINDEXED_MESSAGES_SQL = `
  SELECT m.id, m.position, m.ident, m.seqid::float8 AS seqid, m.unindexed, (
      SELECT octet_length(e.text) FROM extracted_fields e
      WHERE e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = m.id || '/' || m.ident AND e.seqid = m.seqid
    ) AS bytes
  FROM conversation_messages m
  WHERE m.kbid = $1 AND m.rid = $2 AND m.unindexed IS NOT NULL ORDER BY m.id, m.position`;

/**
 * Messages ($3, {field}/{position}/{number}) of resource $2 of box $1 are indexed, unless they changed since. A list,
 * which is looked up by hash, for the same reason.
 */
export const INDEX_MESSAGES_SQL = `
  UPDATE conversation_messages SET unindexed = NULL
  WHERE kbid = $1 AND rid = $2 AND unindexed IS NOT NULL AND id || '/' || position || '/' || seqid = ANY($3::text[])`;

/** Whether something was found in a message of conversation $1 to $3 in place of what the keyword index may have. */
export const HAS_REPLACED_SQL = `
  SELECT EXISTS (
    SELECT FROM conversation_messages WHERE ${OF_CONVERSATION} AND unindexed = 'replaced'
  ) AS "hasReplaced"`;

/** Messages with positions $4 to $5, without deleted ones: how large they are. */
export const MESSAGE_HEADS_SQL = `
  SELECT position, pg_column_size(value) AS bytes FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND position BETWEEN $4 AND $5 AND value IS NOT NULL ORDER BY position`;

/** Idents of deleted messages behind position $4, the first $5. */
export const DELETED_IDENTS_SQL = `
  SELECT position, ident FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND value IS NULL AND position > $4 ORDER BY position LIMIT $5`;

/** The same of all conversations of resources $2, with the field. */
export const ALL_DELETED_IDENTS_SQL = `
  SELECT rid, id, ident FROM conversation_messages
  WHERE kbid = $1 AND rid = ANY($2) AND value IS NULL ORDER BY rid, id, position`;

/** Processed messages behind position $4, the first $5: how large is what was found in them. */
export const SPLIT_HEADS_SQL = `
  SELECT m.position, m.ident, octet_length(e.text) + pg_column_size(e.paragraphs) AS bytes
  FROM (
    SELECT position, ident FROM conversation_messages
    WHERE ${OF_CONVERSATION} AND value IS NOT NULL AND position > $4 ORDER BY position LIMIT $5
  ) AS m
  LEFT JOIN extracted_fields e
    ON e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = $3 || '/' || m.ident
  ORDER BY m.position`;

/** Removes what was found in messages that were replaced before number $4. */
export function removeOldSplitsSql(table: string): string {
  return `
    DELETE FROM ${table}
    WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/') AND seqid < $4`;
}

/** Removes what was found in all messages. */
export function removeSplitsSql(table: string): string {
  return `DELETE FROM ${table} WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/')`;
}

/** Whether some message has text that can be found. */
export const HAS_PARAGRAPHS_SQL = `
  SELECT EXISTS (
    SELECT FROM extracted_fields
    WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/') AND paragraphs <> '[]'
  ) AS "hasParagraphs"`;
