import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Target of a task: existing resources, or those that are processed from now on. */
export type AgentTaskKind = 'request' | 'config';

/** How far a task is, and what it has used. */
export interface AgentTaskTally {
  /** Resources that it is done with. */
  readonly resources: number;
  /** Resources that it is to go through; null when that is not known. */
  readonly total: number | null;
  /** Time that it has worked. */
  readonly workedMs: number;
  /** Calls of generative models. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The day, UTC, for which the calls and tokens below are counted. */
  readonly day: string;
  readonly callsOfDay: number;
  readonly tokensOfDay: number;
}

/** A task of data-augmentation agents. */
@Entity({ name: 'agent_tasks' })
@Index('agent_tasks_box', ['kbid', 'created'])
@Index('agent_tasks_due', ['dueAt'], { where: '"due_at" IS NOT NULL' })
export class AgentTaskEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') kbid!: string;
  /** Whose learning configuration counts. */
  @Column('uuid') account!: string;
  @Column('text') kind!: AgentTaskKind;
  /** Of the kind of task. */
  @Column('text') name!: string;
  /** As they were checked. */
  @Column('jsonb') parameters!: object;
  /** Of a request: the task for new resources that it belongs to. */
  @Column('uuid', { name: 'config_id', nullable: true }) configId!: string | null;
  /** Of a request that removes what this task wrote. */
  @Column('uuid', { name: 'cleanup_of', nullable: true }) cleanupOf!: string | null;
  @Column('text', { name: 'nua_client', nullable: true }) nuaClient!: string | null;
  @Column('text', { name: 'started_by' }) startedBy!: string;
  @Column('boolean') enabled!: boolean;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  @Column({ type: 'timestamptz', name: 'scheduled_at', precision: 6, nullable: true }) scheduledAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 6, nullable: true }) completedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'stopped_at', precision: 6, nullable: true }) stoppedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'failed_at', precision: 6, nullable: true }) failedAt!: Date | null;
  /** Failed attempts since its last progress. */
  @Column('integer', { default: 0 }) retries!: number;
  @Column('text', { nullable: true }) log!: string | null;
  /** Of a request the last resource that is done; of a config a position in the change feed. */
  @Column('text', { default: '' }) cursor!: string;
  /** When it is worked on next; null when it is not. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 6, nullable: true }) dueAt!: Date | null;
  /** The lease on it. Each run has another one: what is lost to it is not written any more. */
  @Column('uuid', { name: 'turn', nullable: true }) lease!: string | null;
  /** How far it is, and what it has used; null before it begins. */
  @Column('jsonb', { nullable: true }) progress!: AgentTaskTally | null;
  /** Of a request: what its run did so far, in a form of each kind of task; null before. */
  @Column('jsonb', { nullable: true }) report!: object | null;
  /** The secrets of its triggers and its model; null without any. */
  @Column('text', { nullable: true }) sealed!: string | null;
}
