import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** The code that was mailed to a user last: a new one voids the one before. */
@Entity({ name: 'email_codes' })
export class EmailCodeEntity {
  @ForeignKey(() => UserEntity, { name: 'email_codes_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  /** HMAC with a key of this deployment: there are only a million codes. */
  @Column('bytea') hash!: Buffer;
  /** Attempts so far. */
  @Column('integer') attempts!: number;
  @Column('timestamptz') expires!: Date;
}
