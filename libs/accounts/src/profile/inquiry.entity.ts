import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user/user.entity';

/** What a user said about its plans. */
@Entity({ name: 'inquiries' })
export class InquiryEntity {
  @ForeignKey(() => UserEntity, { name: 'inquiries_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;
  @Column('jsonb') answers!: object;
  @Column('timestamptz') answered!: Date;
}
