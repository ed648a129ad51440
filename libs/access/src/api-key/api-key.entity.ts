import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ServiceAccountEntity } from './service-account.entity';

@Entity({ name: 'api_keys' })
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('api_keys_of_service_account')
  @ForeignKey(() => ServiceAccountEntity, { name: 'api_keys_service_account', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'service_account_id' })
  serviceAccountId!: string;
  /** SHA-256 of the key. */
  @Index('api_keys_hash', { unique: true }) @Column('bytea') hash!: Buffer;
  @Column('timestamptz') created!: Date;
  @Column('timestamptz') expires!: Date;
}
