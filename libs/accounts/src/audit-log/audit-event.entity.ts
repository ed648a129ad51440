import type { AuditAction } from '@lectern/contracts/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An act that owners can look up later. Rows outlive the users and accounts that they are about. */
@Index('audit_events_of_account', ['accountId', 'time', 'id'])
@Index('audit_events_of_user', ['userId', 'time', 'id'])
@Entity({ name: 'audit_events' })
export class AuditEventEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('audit_events_time') @Column('timestamptz') time!: Date;
  /** Null: the act is about a user alone, whatever the account. */
  @Column('uuid', { name: 'account_id', nullable: true }) accountId!: string | null;
  /** The user that the act is about. */
  @Column('uuid', { name: 'user_id', nullable: true }) userId!: string | null;
  @Column('text') action!: AuditAction;
  @Column('text', { name: 'actor_kind' }) actorKind!: string;
  @Column('text', { name: 'actor_id' }) actorId!: string;
  @Column('text', { name: 'actor_key', nullable: true }) actorKey!: string | null;
  @Column('text', { nullable: true }) address!: string | null;
  @Column('jsonb') details!: object;
}
