import { bigintOrNull } from '@lectern/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A program that uses the understanding service for an account; it has one key at a time. */
@Entity({ name: 'nua_clients' })
@Index('nua_clients_client_id', ['account', 'clientId'], { unique: true })
export class NuaClientEntity {
  @PrimaryColumn('uuid', { name: 'internal_id' }) internalId!: string;
  @Column('uuid') account!: string;
  @Column('text', { name: 'client_id' }) clientId!: string;
  @Column('text') title!: string;
  @Column('text') contact!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('boolean', { name: 'allow_kb_management' }) allowKbManagement!: boolean;
  @Column('bigint', { name: 'tokens_limit', nullable: true, transformer: bigintOrNull }) tokensLimit!: number | null;
  @Column('text', { name: 'webhook_uri', nullable: true }) webhookUri!: string | null;
  /** Names and values as sealed JSON. */
  @Column('text', { name: 'sealed_webhook_headers', nullable: true }) sealedWebhookHeaders!: string | null;
  /** Secret for signing requests to its webhook, sealed; null until a client of an earlier version renews its key. */
  @Column('text', { name: 'sealed_webhook_secret', nullable: true }) sealedWebhookSecret!: string | null;
  @Column('uuid', { name: 'key_id' }) keyId!: string;
  /** SHA-256 of the key. */
  @Index('nua_clients_key_hash', { unique: true }) @Column('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  @Column('timestamptz') created!: Date;
}
