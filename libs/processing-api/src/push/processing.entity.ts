import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { bigintNumber } from '@lectern/database';

/** Pending pushes of an account. Every change of these figures locks its row. */
@Entity({ name: 'processing_accounts' })
export class ProcessingAccountEntity {
  @PrimaryColumn('uuid') account!: string;
  /** Number of its last push. */
  @Column('bigint', { name: 'last_seq', transformer: bigintNumber }) lastSeq!: number;
  /** Records that have not ended. */
  @Column('integer') waiting!: number;
  /** Bytes of their requests. */
  @Column('bigint', { name: 'waiting_bytes', transformer: bigintNumber }) waitingBytes!: number;
}

/** How the webhook of a record was called. */
export interface WebhookLog {
  readonly state: 'delivered' | 'retrying' | 'given_up';
  readonly attempts: number;
  /** UTC, ISO 8601. */
  readonly lastAttemptAt: string;
  /** Of the last attempt that failed. */
  readonly lastError?: string;
}

/** One push. */
@Entity({ name: 'processing_records' })
@Index('processing_records_pushed', ['account', 'pushedAt', 'id'])
@Index('processing_records_open', ['account', 'kbid', 'resourceId', 'seq'], { where: '"ended_at" IS NULL' })
@Index('processing_records_ended', ['endedAt'], { where: '"ended_at" IS NOT NULL' })
export class ProcessingRecordEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account!: string;
  /** Id of the NUA client that pushed. */
  @Column('text') client!: string;
  /** Name of the knowledge box of the caller; empty when it gave none. */
  @Column('text') kbid!: string;
  @Column('text', { name: 'resource_id' }) resourceId!: string;
  @Column('text', { nullable: true }) title!: string | null;
  @Column('jsonb') labels!: readonly string[];
  /** Counts the pushes of the account. */
  @Column('bigint', { transformer: bigintNumber }) seq!: number;
  /** The request, sealed; emptied when the record has ended. */
  @Column('text', { name: 'sealed_request' }) sealedRequest!: string;
  /** The webhook that the push named, sealed; null when it named none. */
  @Column('text', { name: 'sealed_webhook', nullable: true }) sealedWebhook!: string | null;
  @Column('integer', { name: 'request_bytes' }) requestBytes!: number;
  @Column({ type: 'timestamptz', precision: 6, name: 'pushed_at' }) pushedAt!: Date;
  /** When the first attempt began. */
  @Column({ type: 'timestamptz', precision: 6, name: 'scheduled_at', nullable: true }) scheduledAt!: Date | null;
  /** When it was completed or has failed for good. */
  @Column({ type: 'timestamptz', precision: 6, name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('boolean') failed!: boolean;
  /** Why it failed. */
  @Column('text', { nullable: true }) failure!: string | null;
  /** Attempts that failed. */
  @Column('integer') retries!: number;
  @Column('jsonb', { nullable: true }) webhook!: WebhookLog | null;
}

/** Result of a push. */
@Entity({ name: 'processing_results' })
export class ProcessingResultEntity {
  @ForeignKey(() => ProcessingRecordEntity, { name: 'processing_results_record', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  id!: string;
  /** The processed message. */
  @Column('bytea') message!: Buffer;
}

/** A result that its NUA client has not acknowledged. */
@Entity({ name: 'processing_deliveries' })
@Index('processing_deliveries_client', ['account', 'client', 'seq'])
@Index('processing_deliveries_resource', ['account', 'client', 'resource', 'seq'])
@Index('processing_deliveries_id', ['id'])
export class ProcessingDeliveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) seq!: string;
  @ForeignKey(() => ProcessingRecordEntity, { name: 'processing_deliveries_record', onDelete: 'CASCADE' })
  @Column('uuid')
  id!: string;
  @Column('uuid') account!: string;
  @Column('text') client!: string;
  /** Results of the same resource are delivered one after the other. */
  @Column('text') resource!: string;
  /** Of the last delivery. */
  @Column('uuid', { nullable: true }) token!: string | null;
  /** Until then it is not delivered again. */
  @Column({ type: 'timestamptz', precision: 6, name: 'leased_until', nullable: true }) leasedUntil!: Date | null;
}

/** Bytes that were uploaded to be pushed. */
@Entity({ name: 'processing_files' })
@Index('processing_files_expires', ['expires'])
export class ProcessingFileEntity {
  @PrimaryColumn('text', { name: 'blob_key' }) blobKey!: string;
  @Column('uuid') account!: string;
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}
