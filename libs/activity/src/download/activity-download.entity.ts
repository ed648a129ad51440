import type { ActivityDownloadFormat, ActivitySelectionPayload } from '@lectern/contracts/search';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../activity/activity-fields';

/** A file of activity, finished or in progress. */
@Entity({ name: 'activity_downloads' })
@Index('activity_downloads_token', ['token'], { unique: true })
@Index('activity_downloads_expiry', ['expiresAt'])
export class ActivityDownloadEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'event_type' }) eventType!: EventType;
  @Column('text') format!: ActivityDownloadFormat;
  @Column('jsonb') query!: ActivitySelectionPayload;
  /** Recipient of a notification mail. */
  @Column('text', { nullable: true }) email!: string | null;
  /** Last part of the file's address. */
  @Column('text') token!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  /** Size of the finished file. */
  @Column('bigint', { name: 'size_bytes', nullable: true }) sizeBytes!: string | null;
  /** Reason why the file could not be written. */
  @Column('text', { nullable: true }) error!: string | null;
}
