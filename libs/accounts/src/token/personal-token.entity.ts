import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

@Entity({ name: 'personal_tokens' })
export class PersonalTokenEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('personal_tokens_of_user')
  @ForeignKey(() => UserEntity, { name: 'personal_tokens_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;
  @Column('text') description!: string;
  /** SHA-256 of the token. */
  @Index('personal_tokens_hash', { unique: true }) @Column('bytea') hash!: Buffer;
  /** Null: never. */
  @Column('timestamptz', { nullable: true }) expires!: Date | null;
  /** The token lies in a file until it is used for the first time. */
  @Column('boolean', { name: 'kept_until_used' }) keptUntilUsed!: boolean;
  @Column('timestamptz') created!: Date;
  /** A session of the console: only its cookie can carry it. */
  @Column('boolean', { name: 'is_session', default: false }) isSession!: boolean;
  /** The token that opened the session, with which it ends; null after a sign-in by link. */
  @Index('personal_tokens_of_opener')
  @ForeignKey(() => PersonalTokenEntity, { name: 'personal_tokens_opened_by', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'opened_by', nullable: true })
  openedBy!: string | null;
  /** SHA-256 of the name of the browser's sign-in that opened the session, with which it ends. */
  @Column('bytea', { name: 'browser_hash', nullable: true }) browserHash!: Buffer | null;
  /** Of a session: when the user proved who they are, on a page of sign-in; null for all that proves nothing. */
  @Column('timestamptz', { nullable: true }) verified!: Date | null;
}
