import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** A one-time token of a completed sign-in, to be exchanged for tokens of the user. */
@Entity({ name: 'sign_in_grants' })
export class SignInGrantEntity {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @ForeignKey(() => UserEntity, { name: 'sign_in_grants_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;
  @Index('sign_in_grants_expires') @Column('timestamptz') expires!: Date;
}
