import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A user who left an account, until a zone has taken the roles on the boxes of the account. */
@Entity({ name: 'former_members' })
@Index('former_members_of_account', ['accountId', 'zone'])
export class FormerMemberEntity {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  /** Slug. */
  @PrimaryColumn('text') zone!: string;
}
