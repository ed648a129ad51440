import type { BlockableFeature } from '@lectern/contracts/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Features that are blocked for an account, as last reported by the accounts service; without a row, none are. */
@Entity({ name: 'account_blocks' })
export class AccountBlockEntity {
  @PrimaryColumn('uuid') account!: string;
  @Column('text', { array: true }) features!: BlockableFeature[];
}
