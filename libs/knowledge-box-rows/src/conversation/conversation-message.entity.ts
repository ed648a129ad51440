import type { ConversationMessage } from '@lectern/contracts/knowledge-box';
import type { ProcessingError } from '@lectern/contracts/understanding';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '../resource/bigint-number';

/**
 * A message of a conversation field, in a row, so that a long conversation grows as cheaply as a short one. What
 * processing finds in it is a row of `extracted_fields` with the id `{field}/{ident}`, and its vectors are too.
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
  /** Of the field. */
  @PrimaryColumn('text') id!: string;
  /** From 0, of all messages that were ever appended. */
  @PrimaryColumn('integer') position!: number;
  @Column('text') ident!: string;
  /** Number in the processing queue of the change whose content it has. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  /** Null once the message is deleted: the row keeps its ident taken. */
  @Column('jsonb', { nullable: true }) value!: ConversationMessage | null;
  /** One for each attachment. */
  @Column('text', { name: 'blob_keys', array: true }) blobKeys!: string[];
  /** What of it could not be read. */
  @Column('jsonb') errors!: ProcessingError[];
  /** Whether it is still to be processed. */
  @Column('boolean', { name: 'is_pending' }) isPending!: boolean;
  /** What was found in it that the keyword index may lack: where nothing was found before, or in place of that. */
  @Column('text', { nullable: true }) unindexed!: 'added' | 'replaced' | null;
}
