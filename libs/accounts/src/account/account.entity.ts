import type { AccountType, BlockingState, FactorDemand } from '@lectern/contracts/accounts';
import type { BlockableFeature } from '@lectern/contracts/core';
import type { SetLimits } from '../limits/account-limits';
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
  @Column('text', { name: 'blocking_state', default: 'unblocked' }) blockingState!: BlockingState;
  /** Empty while it is unblocked, and only then. */
  @Column('text', { name: 'blocked_features', array: true, default: [] }) blockedFeatures!: BlockableFeature[];
  /** Address at which it is reached. */
  @Column('text', { nullable: true }) email!: string | null;
  /** Slug. */
  @Column('text', { name: 'default_zone', nullable: true }) defaultZone!: string | null;
  /** Null for an account that is no trial. */
  @Column('timestamptz', { name: 'trial_ends', nullable: true }) trialEnds!: Date | null;
  /** What its people must prove besides a password. */
  @Column('text', { name: 'second_factor', default: 'optional' }) secondFactor!: FactorDemand;
  /** In place of those of its type. */
  @Column('jsonb', { default: {} }) limits!: SetLimits;
  @Column('timestamptz') created!: Date;
}
