import { postgresJson } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { Any, Between, type EntityManager } from 'typeorm';
import {
  ConversationMessageEntity,
  type ConversationKey,
  type NamedMessage,
  type PageOfMessages,
  splitId,
  type SplitRows,
  ExtractedFieldEntity,
  FieldVectorsEntity,
} from '@lectern/resource-store';

/** A message with its position among all messages ever appended. */
export type StoredMessage = Omit<ConversationMessageEntity, 'kbid' | 'rid' | 'id' | 'seqid'>;

/** The position and size of a message, deleted or not. */
export interface WholeMessageHead extends NamedMessage {
  /** Size of the message and its results; stored size of JSON. */
  readonly bytes: number;
}

const HEADS_SQL = `
  SELECT m.position, m.ident, m.bytes
    + coalesce((SELECT octet_length(e.text) + pg_column_size(e.paragraphs) + pg_column_size(e.understood)
        FROM extracted_fields e
        WHERE e.kbid = $1 AND e.rid = $2 AND e.letter = 'c' AND e.id = $3 || '/' || m.ident), 0)
    + coalesce((SELECT sum(octet_length(v.vectors))::float8 FROM field_vectors v
        WHERE v.kbid = $1 AND v.rid = $2 AND v.letter = 'c' AND v.id = $3 || '/' || m.ident), 0) AS bytes
  FROM (
    SELECT position, ident, coalesce(pg_column_size(value), 0) AS bytes FROM conversation_messages
    WHERE kbid = $1 AND rid = $2 AND id = $3 AND position > $4 ORDER BY position LIMIT $5
  ) AS m
  ORDER BY m.position`;

const BLOB_KEYS_SQL = `
  SELECT position, blob_keys AS "blobKeys" FROM conversation_messages
  WHERE kbid = $1 AND rid = $2 AND id = $3 AND position > $4 AND blob_keys <> '{}' ORDER BY position LIMIT $5`;

/** Inserts messages ($5, JSON list) into conversation $1 to $3; their content has number $4. */
const INSERT_SQL = `
  INSERT INTO conversation_messages (kbid, rid, id, position, ident, seqid, value, blob_keys, errors, is_pending)
  SELECT $1, $2, $3, position, ident, $4, nullif(value, 'null'), ARRAY(SELECT jsonb_array_elements_text("blobKeys")),
    errors, "isPending"
  FROM jsonb_to_recordset($5::jsonb)
    AS v (position int, ident text, value jsonb, "blobKeys" jsonb, errors jsonb, "isPending" boolean)`;

/** Reads and writes complete conversations in their stored form. */
@Injectable()
export class TransferConversationRepository {
  /** The first messages after a position, in order. */
  async listHeads(
    key: ConversationKey,
    { after, limit }: PageOfMessages,
    tx: EntityManager,
  ): Promise<readonly WholeMessageHead[]> {
    return tx.query(HEADS_SQL, [...parametersOf(key), after, limit]);
  }

  /** Keys of messages' attachments, in order, without messages that have none. */
  async listBlobKeys(
    key: ConversationKey,
    { after, limit }: PageOfMessages,
    tx: EntityManager,
  ): Promise<readonly { readonly position: number; readonly blobKeys: readonly string[] }[]> {
    return tx.query(BLOB_KEYS_SQL, [...parametersOf(key), after, limit]);
  }

  /** Messages in a range of positions, both inclusive, including deleted ones. */
  async list(
    { kbid, rid, id }: ConversationKey,
    { from, to }: { readonly from: number; readonly to: number },
    tx: EntityManager,
  ): Promise<ConversationMessageEntity[]> {
    const where = { kbid, rid, id, position: Between(from, to) };
    return tx.find(ConversationMessageEntity, { where, order: { position: 'ASC' } });
  }

  /** Results of messages with the vectors of all vectorsets, by ident. */
  async listFound(
    { kbid, rid, id }: ConversationKey,
    idents: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, SplitRows>> {
    const byId = new Map(idents.map((ident) => [splitId(id, ident), ident]));
    const where = { kbid, rid, letter: 'c' as const, id: Any([...byId.keys()]) };
    const extracted = await tx.findBy(ExtractedFieldEntity, where);
    const vectors = await tx.find(FieldVectorsEntity, { where, order: { part: 'ASC' } });
    const vectorsOf = Map.groupBy(vectors, (row) => row.id);
    return new Map(
      extracted.map((row) => [byId.get(row.id) ?? '', { extracted: row, vectors: vectorsOf.get(row.id) ?? [] }]),
    );
  }

  async insert(
    key: ConversationKey,
    { seqid, messages }: { readonly seqid: number; readonly messages: readonly StoredMessage[] },
    tx: EntityManager,
  ): Promise<void> {
    if (messages.length > 0) await tx.query(INSERT_SQL, [...parametersOf(key), seqid, postgresJson(messages)]);
  }
}

function parametersOf({ kbid, rid, id }: ConversationKey): string[] {
  return [kbid, rid, id];
}
