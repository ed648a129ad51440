import type { ActivityDownloadFormat, ActivitySelectionPayload } from '@lectern/contracts/search';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../activity/activity-fields';

/** A file of activity, written or being written. */
@Entity({ name: 'activity_downloads' })
@Index('activity_downloads_token', ['token'], { unique: true })
@Index('activity_downloads_expiry', ['expiresAt'])
export class ActivityDownloadEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'event_type' }) eventType!: EventType;
  @Column('text') format!: ActivityDownloadFormat;
  @Column('jsonb') query!: ActivitySelectionPayload;
  /** Who gets a mail. */
  @Column('text', { nullable: true }) email!: string | null;
  /** Ends the address of the file. */
  @Column('text') token!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  /** Of the file, once it is written. */
  @Column('bigint', { name: 'size_bytes', nullable: true }) sizeBytes!: string | null;
  /** Why there will be no file. */
  @Column('text', { nullable: true }) error!: string | null;
}
