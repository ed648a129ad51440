import type { AccountType } from '@lectern/contracts/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'accounts' })
export class AccountEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('accounts_slug', { unique: true }) @Column('text') slug!: string;
  @Column('text') title!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') type!: AccountType;
  @Column('text') workflow!: 'classic' | 'cowork';
  @Column('boolean', { name: 'eula_accepted' }) eulaAccepted!: boolean;
  @Column('timestamptz') created!: Date;
}
