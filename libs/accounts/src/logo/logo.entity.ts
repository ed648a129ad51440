import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account/account.entity';

/** The picture of an account. */
@Entity({ name: 'account_logos' })
export class LogoEntity {
  @ForeignKey(() => AccountEntity, { name: 'account_logos_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @Column('bytea') content!: Buffer;
  @Column('text', { name: 'content_type' }) contentType!: string;
}
