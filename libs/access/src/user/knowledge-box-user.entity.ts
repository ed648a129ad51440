import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';

/** A user's role on a knowledge box. */
@Entity({ name: 'kb_users' })
export class KnowledgeBoxUserEntity {
  @ForeignKey(() => KnowledgeBoxEntity, { name: 'kb_users_box', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  kbid!: string;
  @Index('kb_users_user') @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  @Column('text') role!: KnowledgeBoxRole;
}
