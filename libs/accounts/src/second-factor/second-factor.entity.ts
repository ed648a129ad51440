import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** The app of a user that makes codes. */
@Entity({ name: 'second_factors' })
export class SecondFactorEntity {
  @ForeignKey(() => UserEntity, { name: 'second_factors_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  /** Of the app, sealed. */
  @Column('text') secret!: string;
  @Column('timestamptz') created!: Date;
  /** Null: no code has shown yet that the app has the secret. */
  @Column('timestamptz', { nullable: true }) confirmed!: Date | null;
  /** Half minutes since the epoch of the code that counted last: an earlier one, or the same, counts no more. */
  @Column('bigint', { name: 'last_step' }) lastStep!: string;
}

/** A code for a user who lost the app; it goes when it was used. */
@Entity({ name: 'recovery_codes' })
export class RecoveryCodeEntity {
  @ForeignKey(() => UserEntity, { name: 'recovery_codes_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  /** HMAC with a key of this deployment. */
  @PrimaryColumn('bytea') hash!: Buffer;
}

/** A sign-in whose password was right, and which waits for a code. */
@Entity({ name: 'sign_in_steps' })
export class SignInStepEntity {
  /** SHA-256 of the token in the page that asks for the code. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Index('sign_in_steps_of_user')
  @ForeignKey(() => UserEntity, { name: 'sign_in_steps_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;
  /** SHA-256 of the login challenge that the password was entered for. */
  @Column('bytea', { name: 'challenge_hash' }) challengeHash!: Buffer;
  @Index('sign_in_steps_expires') @Column('timestamptz') expires!: Date;
}
