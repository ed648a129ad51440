import type { UserLanguage, UserType } from '@lectern/contracts/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'users' })
export class UserEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Lower case. */
  @Index('users_email', { unique: true }) @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('text') type!: UserType;
  @Column('text', { nullable: true }) avatar!: string | null;
  @Column('text') language!: UserLanguage;
  @Column('boolean') disabled!: boolean;
  @Column('timestamptz', { name: 'last_login', nullable: true }) lastLogin!: Date | null;
  @Column('timestamptz') created!: Date;
}
