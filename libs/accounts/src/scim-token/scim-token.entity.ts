import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What the identity provider of an account shows to read and change its people and groups. */
@Entity({ name: 'scim_tokens' })
export class ScimTokenEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('scim_tokens_of_account')
  @ForeignKey('AccountEntity', { name: 'scim_tokens_account', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'account_id' })
  accountId!: string;
  @Column('text') description!: string;
  /** SHA-256 of the token. */
  @Index('scim_tokens_hash', { unique: true }) @Column('bytea') hash!: Buffer;
  /** Null: that user is gone. */
  @Index('scim_tokens_of_creator')
  @ForeignKey('UserEntity', { name: 'scim_tokens_creator', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy!: string | null;
  @Column('timestamptz') created!: Date;
  @Column('timestamptz') expires!: Date;
  /** To within a minute; null: never. */
  @Column('timestamptz', { name: 'last_used', nullable: true }) lastUsed!: Date | null;
}
