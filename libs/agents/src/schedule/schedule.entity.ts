import type { ScheduledRun } from '@lectern/contracts/agents';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** With whose rights a schedule runs. */
export interface ScheduleOwner {
  readonly kind: 'user' | 'pat' | 'sa';
  readonly id: string;
  readonly account: string;
  /** Id of the token or the key. */
  readonly key?: string;
  readonly label?: string;
}

/** When an agent is asked what. */
@Entity({ name: 'schedules' })
@Index('schedules_age', ['agent', 'created', 'id'])
export class ScheduleEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') cron!: string;
  @Column('text') timezone!: string;
  @Column('text') workflow!: string;
  @Column('text') question!: string;
  @Column('jsonb') arguments!: object;
  @Column('text') session!: string;
  /** Address of the webhook. */
  @Column('text', { nullable: true }) webhook!: string | null;
  /** Headers of the webhook and the secret that signs its calls, as sealed JSON. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column('jsonb') owner!: ScheduleOwner;
  @Column('boolean') enabled!: boolean;
  /** Why it is paused. */
  @Column('text', { nullable: true }) paused!: string | null;
  /** In a row. */
  @Column('integer') failures!: number;
  /** When it is due; null when it does not run. */
  @Column({ name: 'due', type: 'timestamptz', precision: 3, nullable: true }) due!: Date | null;
  /** When the run began that has not ended. */
  @Column({ name: 'running_since', type: 'timestamptz', precision: 3, nullable: true }) runningSince!: Date | null;
  @Column('jsonb', { name: 'last_run', nullable: true }) lastRun!: ScheduledRun | null;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}
