import type { AccountRole } from '@lectern/contracts/core';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account/account.entity';

/** Somebody who was invited to an account. */
@Entity({ name: 'account_invitations' })
export class AccountInvitationEntity {
  @ForeignKey(() => AccountEntity, { name: 'account_invitations_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  /** Lower case. */
  @PrimaryColumn('text') email!: string;
  @Column('text') role!: AccountRole;
  /** SHA-256 of the token in the mail. */
  @Index('account_invitations_token_hash', { unique: true })
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;
  @Column('timestamptz') expires!: Date;
  /** Origin of the dashboard that invited. */
  @Column('text', { name: 'came_from', nullable: true }) cameFrom!: string | null;
}
