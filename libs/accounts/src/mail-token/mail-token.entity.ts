import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** What the link of a mail is good for. */
export type MailTokenKind = 'sign-up-start' | 'sign-up' | 'recovery' | 'set-up' | 'address';

/** The token in the link of a mail: it counts once, until it expires. */
@Entity({ name: 'mail_tokens' })
export class MailTokenEntity {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Column('text') kind!: MailTokenKind;
  /** Address that the mail went to, in lower case. */
  @Column('text') email!: string;
  /** Null where there is no user yet. */
  @Index('mail_tokens_of_user')
  @ForeignKey(() => UserEntity, { name: 'mail_tokens_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;
  /** What was said when the mail was asked for; no secret in the clear. */
  @Column('jsonb') payload!: Readonly<Record<string, string>>;
  @Index('mail_tokens_expires') @Column('timestamptz') expires!: Date;
}
