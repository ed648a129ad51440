import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** One thing that the authorization server remembers. */
@Entity({ name: 'oauth_records' })
export class OauthRecordEntity {
  /** Such as `Session`, `Grant`, `AccessToken`. */
  @PrimaryColumn('text') kind!: string;
  /** SHA-256 of its id, which for codes, tokens and sessions is the secret itself. */
  @PrimaryColumn('bytea') hash!: Buffer;
  /** Sealed JSON. */
  @Column('text') payload!: string;
  /** SHA-256 of the id of the grant that it belongs to. */
  @Index('oauth_records_of_grant') @Column('bytea', { name: 'grant_hash', nullable: true }) grantHash!: Buffer | null;
  /** SHA-256 of another name: the public id of a session, or the code that a user types. */
  @Index('oauth_records_lookup') @Column('bytea', { name: 'lookup_hash', nullable: true }) lookupHash!: Buffer | null;
  @Index('oauth_records_of_user')
  @ForeignKey(() => UserEntity, { name: 'oauth_records_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;
  @Column('text', { name: 'client_id', nullable: true }) clientId!: string | null;
  @Column('timestamptz') created!: Date;
  /** Null: never. */
  @Index('oauth_records_expires') @Column('timestamptz', { nullable: true }) expires!: Date | null;
  /** When a code or a refresh token was used, which it may be once. */
  @Column('timestamptz', { nullable: true }) consumed!: Date | null;
}
