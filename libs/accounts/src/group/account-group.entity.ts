import type { GroupOrigin } from '@lectern/contracts/accounts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** A group of people of an account. Its name is their security group in knowledge boxes. */
@Index('account_groups_name', ['accountId', 'nameKey'], { unique: true })
@Index('account_groups_external', ['accountId', 'externalId'])
@Entity({ name: 'account_groups' })
export class AccountGroupEntity {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey('AccountEntity', { name: 'account_groups_account', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'account_id' })
  accountId!: string;
  @Column('text') name!: string;
  /** Lower case. */
  @Column('text', { name: 'name_key' }) nameKey!: string;
  /** Who says who is in it. */
  @Column('text') origin!: GroupOrigin;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('timestamptz') created!: Date;
  @Column('timestamptz') modified!: Date;
}

/** A person in a group. It counts while the person is a member of the account. */
@Entity({ name: 'account_group_people' })
export class AccountGroupPersonEntity {
  @ForeignKey(() => AccountGroupEntity, { name: 'account_group_people_group', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'group_id' })
  groupId!: string;
  @Index('account_group_people_of_user')
  @ForeignKey(() => UserEntity, { name: 'account_group_people_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
}
