import type { InteractionDownloadQuery, InteractionFileFormat } from '@lectern/contracts/agents';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An encrypted export of the agent. */
export interface ExportContent {
  readonly type: 'export';
  /** Under which it is saved. */
  readonly filename: string;
}

/** Interactions of a month. */
export interface InteractionContent {
  readonly type: 'interactions';
  readonly format: InteractionFileFormat;
  readonly query: InteractionDownloadQuery;
}

/** A file of an agent, finished or in progress, which anyone with its address can fetch. */
@Entity({ name: 'files' })
@Index('files_expiry', ['isRemoved', 'expiresAt'])
@Index('files_forgotten', ['forgottenAt'])
export class AgentFileEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('jsonb') content!: ExportContent | InteractionContent;
  /** SHA-256 of the token in the address of an export, in hex; addresses of other files are signed. */
  @Column('text', { name: 'token_hash', nullable: true }) tokenHash!: string | null;
  /** Token and passphrase of an export, sealed, until it is written. */
  @Column('text', { nullable: true }) sealed!: string | null;
  /** Who gets a mail. */
  @Column('text', { nullable: true }) email!: string | null;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  /** When its address ends. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
  /** When this row is deleted. */
  @Column({ type: 'timestamptz', name: 'forgotten_at', precision: 3 }) forgottenAt!: Date;
  /** Size of the finished file. */
  @Column('bigint', { name: 'size_bytes', nullable: true }) sizeBytes!: string | null;
  /** Reason why the file could not be written. */
  @Column('text', { nullable: true }) error!: string | null;
  /** Whether the file was deleted after its end. */
  @Column('boolean', { name: 'is_removed' }) isRemoved!: boolean;
}
