import type { ConversationMessage } from '@lectern/contracts/knowledge-box';
import type { ProcessingError } from '@lectern/contracts/understanding';
import { postgresJson } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { Any, Between, type EntityManager, Not, IsNull } from 'typeorm';
import { ConversationMessageEntity } from './conversation-message.entity';
import {
  ALL_DELETED_IDENTS_SQL,
  DELETED_IDENTS_SQL,
  END_MESSAGES_SQL,
  FORGET_MESSAGE_SQL,
  HAS_PARAGRAPHS_SQL,
  HAS_REPLACED_SQL,
  INDEX_MESSAGES_SQL,
  INSERT_MESSAGES_SQL,
  MESSAGE_HEADS_SQL,
  PENDING_MESSAGES_SQL,
  REMOVE_ALL_MESSAGES_SQL,
  REMOVE_MESSAGES_SQL,
  removeOldSplitsSql,
  removeSplitsSql,
  SPLIT_HEADS_SQL,
  UNINDEXED_MESSAGES_SQL,
} from './conversation-statements.sql';
import type { NewMessage } from './new-message';

/** A conversation field. */
export interface ConversationKey {
  readonly kbid: string;
  readonly rid: string;
  readonly id: string;
}

/** A message whose processing is pending. */
export interface PendingMessage {
  readonly position: number;
  readonly seqid: number;
  readonly value: ConversationMessage;
  readonly blobKeys: readonly string[];
}

/** A processed message. */
export interface EndedMessage {
  readonly position: number;
  readonly seqid: number;
  readonly errors: readonly ProcessingError[];
}

/** Whether results of a message were added or replace earlier ones. */
export type MessageNote = 'added' | 'replaced';

/** A message whose results may be missing from the keyword index. */
export interface UnindexedMessage extends NamedMessage {
  /** Id of the field. */
  readonly id: string;
  readonly seqid: number;
  readonly unindexed: MessageNote;
  /** Size of the results; null if the message has changed since. */
  readonly bytes: number | null;
}

/** The position and size of a message. */
export interface MessageHead {
  readonly position: number;
  readonly bytes: number;
}

/** The first messages after a position; -1 for the beginning. */
export interface PageOfMessages {
  readonly after: number;
  readonly limit: number;
}

/** Identifies a message. */
export interface NamedMessage {
  readonly position: number;
  readonly ident: string;
}

/** The only character that Postgres text cannot contain. */
const NUL = '\0';

const splitTables = ['field_vectors', 'unembedded_fields', 'graph_edges', 'extracted_fields'];

/** Messages in conversation fields. Changes require a lock on their resource. */
@Injectable()
export class ConversationRepository {
  /** Appends after all messages ever appended. */
  async append(
    key: ConversationKey,
    {
      from,
      seqid,
      messages,
    }: { readonly from: number; readonly seqid: number; readonly messages: readonly NewMessage[] },
    tx: EntityManager,
  ): Promise<void> {
    if (messages.length === 0) return;
    await tx.query(INSERT_MESSAGES_SQL, [...conversationParameters(key), from, seqid, postgresJson(messages)]);
  }

  /** Number of messages ever appended, including deleted ones. */
  async countAppended(key: ConversationKey, tx: EntityManager): Promise<number> {
    const last = await tx.maximum(ConversationMessageEntity, 'position', whereOf(key));
    return last === null ? 0 : last + 1;
  }

  /** One of these idents that a message has or had. */
  async findTaken(key: ConversationKey, idents: readonly string[], tx: EntityManager): Promise<string | undefined> {
    const where = { ...whereOf(key), ident: Any([...idents]) };
    return (await tx.findOne(ConversationMessageEntity, { where, order: { position: 'ASC' } }))?.ident;
  }

  /** Removes all messages. @returns keys of the blobs of their attachments */
  async removeAll(key: ConversationKey, tx: EntityManager): Promise<readonly string[]> {
    return keysOf(await tx.query(REMOVE_MESSAGES_SQL, conversationParameters(key)));
  }

  /** The same for all conversations of a resource. */
  async removeOfResource(kbid: string, rid: string, tx: EntityManager): Promise<readonly string[]> {
    return keysOf(await tx.query(REMOVE_ALL_MESSAGES_SQL, [kbid, rid]));
  }

  /** @returns keys of the blobs of its attachments; undefined if the message does not exist */
  async forget(key: ConversationKey, ident: string, tx: EntityManager): Promise<readonly string[] | undefined> {
    if (ident.includes(NUL)) return undefined;
    const rows: { blobKeys: string[] }[] = await tx.query(FORGET_MESSAGE_SQL, [...conversationParameters(key), ident]);
    return rows[0]?.blobKeys;
  }

  /** Undefined for a deleted message. */
  async find(key: ConversationKey, ident: string, tx: EntityManager): Promise<ConversationMessageEntity | undefined> {
    if (ident.includes(NUL)) return undefined;
    const where = { ...whereOf(key), ident, value: Not(IsNull()) };
    return (await tx.findOneBy(ConversationMessageEntity, where)) ?? undefined;
  }

  /** Messages in a range of positions, both inclusive. */
  async listHeads(
    key: ConversationKey,
    { from, to }: { readonly from: number; readonly to: number },
    tx: EntityManager,
  ): Promise<readonly MessageHead[]> {
    return tx.query(MESSAGE_HEADS_SQL, [...conversationParameters(key), from, to]);
  }

  /** Messages in order, without deleted ones. */
  async list(
    key: ConversationKey,
    { from, to }: { readonly from: number; readonly to: number },
    tx: EntityManager,
  ): Promise<readonly ConversationMessage[]> {
    const where = { ...whereOf(key), position: Between(from, to) };
    const rows = await tx.find(ConversationMessageEntity, { where, order: { position: 'ASC' } });
    return rows.flatMap(({ value }) => value ?? []);
  }

  /** Names of deleted messages after a position, in order. */
  async listDeleted(
    key: ConversationKey,
    { after, limit }: PageOfMessages,
    tx: EntityManager,
  ): Promise<readonly NamedMessage[]> {
    return tx.query(DELETED_IDENTS_SQL, [...conversationParameters(key), after, limit]);
  }

  /** The same for all conversations of some resources. */
  async listAllDeleted(
    kbid: string,
    rids: readonly string[],
    tx: EntityManager,
  ): Promise<readonly { readonly rid: string; readonly id: string; readonly ident: string }[]> {
    return tx.query(ALL_DELETED_IDENTS_SQL, [kbid, rids]);
  }

  /** Messages after a position, in order, with the sizes of their results; null if there are none yet. */
  async listSplitHeads(
    key: ConversationKey,
    { after, limit }: PageOfMessages,
    tx: EntityManager,
  ): Promise<readonly (NamedMessage & { readonly bytes: number | null })[]> {
    return tx.query(SPLIT_HEADS_SQL, [...conversationParameters(key), after, limit]);
  }

  /** Pending messages after a position, in order. */
  async listPending(
    key: ConversationKey,
    { after, limit }: PageOfMessages,
    tx: EntityManager,
  ): Promise<readonly PendingMessage[]> {
    return tx.query(PENDING_MESSAGES_SQL, [...conversationParameters(key), after, limit]);
  }

  /**
   * Call before the results are stored.
   *
   * @returns messages by position that have been neither changed nor deleted since they were read
   */
  async end(
    key: ConversationKey,
    messages: readonly EndedMessage[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<number, MessageNote>> {
    const columns = [
      messages.map(({ position }) => position),
      messages.map(({ seqid }) => seqid),
      messages.map(({ errors }) => postgresJson(errors)),
    ];
    const rows: { position: number; unindexed: MessageNote }[] = await tx.query(END_MESSAGES_SQL, [
      ...conversationParameters(key),
      ...columns,
    ]);
    return new Map(rows.map(({ position, unindexed }) => [position, unindexed]));
  }

  /** Messages in all conversations of a resource. */
  async listUnindexed(kbid: string, rid: string, tx: EntityManager): Promise<readonly UnindexedMessage[]> {
    return tx.query(UNINDEXED_MESSAGES_SQL, [kbid, rid]);
  }

  /** Records that results of a resource's messages are in the keyword index. */
  async setIndexed(
    { kbid, rid }: { readonly kbid: string; readonly rid: string },
    messages: readonly Pick<UnindexedMessage, 'id' | 'position' | 'seqid'>[],
    tx: EntityManager,
  ): Promise<void> {
    if (messages.length === 0) return;
    const names = messages.map(({ id, position, seqid }) => `${id}/${position}/${seqid}`);
    await tx.query(INDEX_MESSAGES_SQL, [kbid, rid, names]);
  }

  /** Whether results have replaced some that the keyword index may contain. */
  async hasReplaced(key: ConversationKey, tx: EntityManager): Promise<boolean> {
    const [row]: { hasReplaced: boolean }[] = await tx.query(HAS_REPLACED_SQL, conversationParameters(key));
    return row?.hasReplaced ?? false;
  }

  /** Errors from reading its messages, in order. */
  async listErrors(key: ConversationKey, limit: number, tx: EntityManager): Promise<readonly ProcessingError[]> {
    const rows = await tx
      .createQueryBuilder(ConversationMessageEntity, 'm')
      .select(['m.kbid', 'm.rid', 'm.id', 'm.position', 'm.errors'])
      .where(`m.kbid = :kbid AND m.rid = :rid AND m.id = :id AND m.errors <> '[]'::jsonb`, { ...whereOf(key) })
      .orderBy('m.position')
      .limit(limit)
      .getMany();
    return rows.flatMap(({ errors }) => errors).slice(0, limit);
  }

  /** Whether any message has searchable text. */
  async hasParagraphs(key: ConversationKey, tx: EntityManager): Promise<boolean> {
    const [row]: { hasParagraphs: boolean }[] = await tx.query(HAS_PARAGRAPHS_SQL, conversationParameters(key));
    return row?.hasParagraphs ?? false;
  }

  /** Deletes the results of messages; with `before`, only of those that were replaced before that number. */
  async removeSplits(key: ConversationKey, tx: EntityManager, before?: number): Promise<void> {
    for (const table of splitTables) {
      if (before === undefined) await tx.query(removeSplitsSql(table), conversationParameters(key));
      else await tx.query(removeOldSplitsSql(table), [...conversationParameters(key), before]);
    }
  }
}

function whereOf({ kbid, rid, id }: ConversationKey): ConversationKey {
  return { kbid, rid, id };
}

function conversationParameters({ kbid, rid, id }: ConversationKey): string[] {
  return [kbid, rid, id];
}

function keysOf(rows: readonly { readonly key: string }[]): readonly string[] {
  return rows.map(({ key }) => key);
}
