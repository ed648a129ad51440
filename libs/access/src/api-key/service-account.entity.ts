import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';

/** A program that uses a knowledge box with its own keys. */
@Entity({ name: 'service_accounts' })
export class ServiceAccountEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('service_accounts_of_box')
  @ForeignKey(() => KnowledgeBoxEntity, { name: 'service_accounts_box', onDelete: 'CASCADE' })
  @Column('uuid')
  kbid!: string;
  @Column('text') title!: string;
  @Column('text') role!: KnowledgeBoxRole;
  @Column('timestamptz') created!: Date;
}
