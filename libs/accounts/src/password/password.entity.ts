import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** The password of a user; users who sign in elsewhere have none. */
@Entity({ name: 'user_passwords' })
export class PasswordEntity {
  @ForeignKey(() => UserEntity, { name: 'user_passwords_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  /** Argon2id. */
  @Column('text') hash!: string;
  @Column('timestamptz') changed!: Date;
}
