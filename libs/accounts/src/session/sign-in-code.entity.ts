import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** Code of a sign-in link. A user has one at most: a new link voids the one before. */
@Entity({ name: 'sign_in_codes' })
export class SignInCodeEntity {
  @ForeignKey(() => UserEntity, { name: 'sign_in_codes_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  /** SHA-256 of the code. */
  @Index('sign_in_codes_hash', { unique: true }) @Column('bytea') hash!: Buffer;
  @Column('timestamptz') expires!: Date;
}
