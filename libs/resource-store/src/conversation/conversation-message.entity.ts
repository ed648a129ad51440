import type { ConversationMessage } from '@lectern/contracts/knowledge-box';
import type { ProcessingError } from '@lectern/contracts/understanding';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@lectern/database';

/**
 * A message in a conversation field, in its own row, so that appending to a long conversation is as cheap as to a short
 * one. Its processing results are a row of `extracted_fields` with the id `{field}/{ident}`; its vectors use the same
 * id.
 */
@Entity({ name: 'conversation_messages' })
@Index('conversation_messages_ident', ['kbid', 'rid', 'id', 'ident'], { unique: true })
@Index('conversation_messages_pending', ['kbid', 'rid', 'id', 'position'], { where: 'is_pending' })
@Index('conversation_messages_unindexed', ['kbid', 'rid', 'id', 'position'], { where: 'unindexed IS NOT NULL' })
@Index('conversation_messages_failed', ['kbid', 'rid', 'id', 'position'], { where: `errors <> '[]'::jsonb` })
@Index('conversation_messages_deleted', ['kbid', 'rid', 'id', 'position'], { where: 'value IS NULL' })
@Index('conversation_messages_blobs', ['kbid'], { where: `blob_keys <> '{}'` })
export class ConversationMessageEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  /** Id of the field. */
  @PrimaryColumn('text') id!: string;
  /** From 0, counting all messages ever appended. */
  @PrimaryColumn('integer') position!: number;
  @Column('text') ident!: string;
  /** Number in the processing queue of the last change of its content. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  /** Null once the message is deleted: the row keeps its ident reserved. */
  @Column('jsonb', { nullable: true }) value!: ConversationMessage | null;
  /** One key per attachment. */
  @Column('text', { name: 'blob_keys', array: true }) blobKeys!: string[];
  /** Errors from reading it. */
  @Column('jsonb') errors!: ProcessingError[];
  /** Whether processing is pending. */
  @Column('boolean', { name: 'is_pending' }) isPending!: boolean;
  /**
   * Processing results that may be missing from the keyword index: the first results, or a replacement of earlier ones.
   */
  @Column('text', { nullable: true }) unindexed!: 'added' | 'replaced' | null;
}
