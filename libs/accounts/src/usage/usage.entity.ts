import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account/account.entity';

/** Sum of a metric in a minute. */
@Entity({ name: 'usage_sums' })
export class UsageSumEntity {
  @ForeignKey(() => AccountEntity, { name: 'usage_sums_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @PrimaryColumn('timestamptz') minute!: Date;
  @PrimaryColumn('text') metric!: string;
  /** Empty for none. */
  @PrimaryColumn('text') kbid!: string;
  /** Empty for none. */
  @PrimaryColumn('text', { name: 'nua_client' }) nuaClient!: string;
  @Column('double precision') value!: number;
}

/** Tokens that models used in a minute. */
@Entity({ name: 'usage_tokens' })
export class UsageTokensEntity {
  @ForeignKey(() => AccountEntity, { name: 'usage_tokens_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @PrimaryColumn('timestamptz') minute!: Date;
  @PrimaryColumn('text') type!: string;
  @PrimaryColumn('text') model!: string;
  @PrimaryColumn('boolean', { name: 'customer_key' }) customerKey!: boolean;
  @PrimaryColumn('text') client!: string;
  /** Empty for none. */
  @PrimaryColumn('text') kbid!: string;
  /** Empty for none. */
  @PrimaryColumn('text', { name: 'nua_client' }) nuaClient!: string;
  @Column('double precision') input!: number;
  @Column('double precision') output!: number;
  @Column('integer') requests!: number;
}

/** How much of the journal of a process is in the sums. */
@Entity({ name: 'usage_journals' })
@Index('usage_journals_age', ['changedAt'])
export class UsageJournalEntity {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: string;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 }) changedAt!: Date;
}
