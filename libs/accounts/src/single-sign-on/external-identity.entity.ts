import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** A user as a provider knows them. */
@Entity({ name: 'external_identities' })
export class ExternalIdentityEntity {
  /** `saml:<account>`, or the name of a provider. */
  @PrimaryColumn('text') provider!: string;
  /** Id of the person at the provider. */
  @PrimaryColumn('text') subject!: string;
  @Index('external_identities_of_user')
  @ForeignKey(() => UserEntity, { name: 'external_identities_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;
  /** Whether the user was made at this person's first sign-in, and not found by its address. */
  @Column('boolean', { name: 'made_user' }) madeUser!: boolean;
  @Column('timestamptz') created!: Date;
}
