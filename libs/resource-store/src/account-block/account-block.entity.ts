import type { BlockableFeature } from '@lectern/contracts/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the accounts service last said of an account; without a row, nothing is blocked or limited. */
@Entity({ name: 'account_blocks' })
export class AccountBlockEntity {
  @PrimaryColumn('uuid') account!: string;
  @Column('text', { array: true }) features!: BlockableFeature[];
  /** Limits by name. */
  @Column('jsonb', { default: {} }) limits!: Record<string, number>;
}
