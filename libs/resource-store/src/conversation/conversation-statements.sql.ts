const OF_CONVERSATION = 'kbid = $1 AND rid = $2 AND id = $3';

/** Inserts messages ($6, JSON list) into conversation $1 to $3 after position $4, all pending under number $5. */
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

/** The same for all conversations of a resource. */
export const REMOVE_ALL_MESSAGES_SQL = `
  WITH removed AS (DELETE FROM conversation_messages WHERE kbid = $1 AND rid = $2 RETURNING blob_keys)
  SELECT unnest(blob_keys) AS key FROM removed`;

/**
 * Deletes the content of message $4 and keeps its ident reserved.
 * @returns keys of its attachments; no row if it is already deleted
 */
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

/** Pending messages after position $4, the first $5. */
export const PENDING_MESSAGES_SQL = `
  SELECT position, seqid::float8 AS seqid, value, blob_keys AS "blobKeys" FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND is_pending AND position > $4 ORDER BY position LIMIT $5`;

/**
 * Marks messages ($4 positions, $5 numbers, $6 errors) as processed, unless they have changed. A subselect with a
 * limit, because otherwise the planner would read all processing results of a box to check for existence.
 * @returns the marked messages
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
 * Processing results of messages of resource $2 in box $1 that may be missing from the keyword index. A subselect,
 * because joining tables without statistics compares all rows with each other.
 */
export const UNINDEXED_MESSAGES_SQL = `
  SELECT m.id, m.position, m.ident, m.seqid::float8 AS seqid, m.unindexed, (
      SELECT octet_length(e.text) FROM extracted_fields e
      WHERE e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = m.id || '/' || m.ident AND e.seqid = m.seqid
    ) AS bytes
  FROM conversation_messages m
  WHERE m.kbid = $1 AND m.rid = $2 AND m.unindexed IS NOT NULL ORDER BY m.id, m.position`;

/**
 * Marks messages ($3, {field}/{position}/{number}) of resource $2 in box $1 as indexed, unless they have changed. A
 * list, which is looked up by hash, for the same reason.
 */
export const INDEX_MESSAGES_SQL = `
  UPDATE conversation_messages SET unindexed = NULL
  WHERE kbid = $1 AND rid = $2 AND unindexed IS NOT NULL AND id || '/' || position || '/' || seqid = ANY($3::text[])`;

/** Whether results of a message of conversation $1 to $3 have replaced some that the keyword index may contain. */
export const HAS_REPLACED_SQL = `
  SELECT EXISTS (
    SELECT FROM conversation_messages WHERE ${OF_CONVERSATION} AND unindexed = 'replaced'
  ) AS "hasReplaced"`;

/** Sizes of messages at positions $4 to $5, without deleted ones. */
export const MESSAGE_HEADS_SQL = `
  SELECT position, pg_column_size(value) AS bytes FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND position BETWEEN $4 AND $5 AND value IS NOT NULL ORDER BY position`;

/** Idents of deleted messages after position $4, the first $5. */
export const DELETED_IDENTS_SQL = `
  SELECT position, ident FROM conversation_messages
  WHERE ${OF_CONVERSATION} AND value IS NULL AND position > $4 ORDER BY position LIMIT $5`;

/** The same for all conversations of resources $2, with the field. */
export const ALL_DELETED_IDENTS_SQL = `
  SELECT rid, id, ident FROM conversation_messages
  WHERE kbid = $1 AND rid = ANY($2) AND value IS NULL ORDER BY rid, id, position`;

/** Processed messages after position $4, the first $5, with the sizes of their results. */
export const SPLIT_HEADS_SQL = `
  SELECT m.position, m.ident, octet_length(e.text) + pg_column_size(e.paragraphs) AS bytes
  FROM (
    SELECT position, ident FROM conversation_messages
    WHERE ${OF_CONVERSATION} AND value IS NOT NULL AND position > $4 ORDER BY position LIMIT $5
  ) AS m
  LEFT JOIN extracted_fields e
    ON e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = $3 || '/' || m.ident
  ORDER BY m.position`;

/** Deletes the results of messages that were replaced before number $4. */
export function removeOldSplitsSql(table: string): string {
  return `
    DELETE FROM ${table}
    WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/') AND seqid < $4`;
}

/** Deletes the results of all messages. */
export function removeSplitsSql(table: string): string {
  return `DELETE FROM ${table} WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/')`;
}

/** Whether any message has searchable text. */
export const HAS_PARAGRAPHS_SQL = `
  SELECT EXISTS (
    SELECT FROM extracted_fields
    WHERE kbid = $1 AND rid = $2 AND letter = 'c' AND starts_with(id, $3 || '/') AND paragraphs <> '[]'
  ) AS "hasParagraphs"`;
