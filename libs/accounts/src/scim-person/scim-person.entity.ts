import type { ScimUserPayload } from '@lectern/contracts/accounts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Attributes that are kept as they were sent. */
export type KeptAttributes = Omit<ScimUserPayload, 'userName' | 'externalId' | 'active' | 'schemas'>;

/** A user as the identity provider of an account knows them. */
@Index('scim_people_name', ['accountId', 'userNameKey'], { unique: true })
@Index('scim_people_external', ['accountId', 'externalId'])
@Entity({ name: 'scim_people' })
export class ScimPersonEntity {
  @ForeignKey('AccountEntity', { name: 'scim_people_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @Index('scim_people_of_user')
  @ForeignKey('UserEntity', { name: 'scim_people_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  @Column('text', { name: 'user_name' }) userName!: string;
  /** Lower case. */
  @Column('text', { name: 'user_name_key' }) userNameKey!: string;
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('jsonb') attributes!: KeptAttributes;
  /** Whether the user was made for this person, and not found by the address. */
  @Column('boolean', { name: 'made_user' }) madeUser!: boolean;
  /** The identity provider ended the access: a sign-in there does not open it again. */
  @Column('boolean') deactivated!: boolean;
  @Column('timestamptz') created!: Date;
  @Column('timestamptz') modified!: Date;
}
