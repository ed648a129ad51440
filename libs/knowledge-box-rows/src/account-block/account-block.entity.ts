import type { BlockableFeature } from '@lectern/contracts/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account is kept from, as the accounts host said last; an account without a row is kept from nothing. */
@Entity({ name: 'account_blocks' })
export class AccountBlockEntity {
  @PrimaryColumn('uuid') account!: string;
  @Column('text', { array: true }) features!: BlockableFeature[];
}
