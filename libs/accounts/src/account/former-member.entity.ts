import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** A user who left an account, until a zone has taken the roles on the boxes of the account. */
@Entity({ name: 'former_members' })
@Index('former_members_of_account', ['accountId', 'zone'])
export class FormerMemberEntity {
  @ForeignKey(() => UserEntity, { name: 'former_members_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  /** Slug. */
  @PrimaryColumn('text') zone!: string;
}
