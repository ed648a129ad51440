import type { AccountRole } from '@lectern/contracts/core';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';
import { AccountEntity } from './account.entity';

/** A user in an account. */
@Entity({ name: 'members' })
export class MemberEntity {
  @ForeignKey(() => AccountEntity, { name: 'members_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @Index('members_of_user')
  @ForeignKey(() => UserEntity, { name: 'members_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  @Column('text') role!: AccountRole;
}
