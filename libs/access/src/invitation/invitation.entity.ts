import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';

/** An offered role on a knowledge box that has not been accepted yet. */
@Entity({ name: 'kb_invitations' })
export class InvitationEntity {
  @ForeignKey(() => KnowledgeBoxEntity, { name: 'kb_invitations_box', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  kbid!: string;
  /** Lower case. */
  @PrimaryColumn('text') email!: string;
  @Column('text') role!: KnowledgeBoxRole;
  /** SHA-256 of the token in the mail. */
  @Index('kb_invitations_token_hash', { unique: true }) @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('timestamptz') expires!: Date;
}
