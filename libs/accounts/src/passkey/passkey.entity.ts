import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** A key pair of a user, whose private half an authenticator keeps. */
@Entity({ name: 'passkeys' })
export class PasskeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('passkeys_of_user')
  @ForeignKey(() => UserEntity, { name: 'passkeys_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;
  /** As the authenticator names it, base64url. */
  @Column('text', { name: 'credential_id', unique: true }) credentialId!: string;
  /** COSE. */
  @Column('bytea', { name: 'public_key' }) publicKey!: Buffer;
  /** Uses so far, by an authenticator that counts them; otherwise 0. */
  @Column('bigint') counter!: string;
  /** How the authenticator is reached, as the browser says. */
  @Column('jsonb') transports!: readonly string[];
  @Column('text') name!: string;
  @Column('boolean', { name: 'is_synced' }) isSynced!: boolean;
  @Column('timestamptz') created!: Date;
  @Column('timestamptz', { name: 'last_used', nullable: true }) lastUsed!: Date | null;
}

/** A challenge that was answered, until it would have expired. */
@Entity({ name: 'used_challenges' })
export class UsedChallengeEntity {
  /** SHA-256 of the challenge. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Index('used_challenges_expires') @Column('timestamptz') expires!: Date;
}
