import { AccountEntity } from '../account/account.entity';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A sign-in at a provider that began here, and has not come back. */
@Entity({ name: 'sign_in_attempts' })
export class SignInAttemptEntity {
  /** SHA-256 of the state that the browser comes back with. */
  @PrimaryColumn('bytea') hash!: Buffer;
  /** `saml`, or the name of a provider. */
  @Column('text') provider!: string;
  /** Of SAML. */
  @ForeignKey(() => AccountEntity, { name: 'sign_in_attempts_account', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;
  /** What the answer is compared with: the id of the request, or nonce and verifier as JSON. */
  @Column('text') check!: string;
  @Column('text', { name: 'login_challenge', nullable: true }) loginChallenge!: string | null;
  @Column('text', { name: 'came_from', nullable: true }) cameFrom!: string | null;
  @Column('timestamptz') created!: Date;
  @Index('sign_in_attempts_expires') @Column('timestamptz') expires!: Date;
}
