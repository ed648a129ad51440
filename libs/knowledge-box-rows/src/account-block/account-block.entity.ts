import type { BlockableFeature } from '@lectern/contracts/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Features that are blocked for an account, as the accounts service last said; without a row there are none. */
@Entity({ name: 'account_blocks' })
export class AccountBlockEntity {
  @PrimaryColumn('uuid') account!: string;
  @Column('text', { array: true }) features!: BlockableFeature[];
}
