import type { PromptRule } from '@lectern/contracts/agents';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A workflow of an agent. An agent without a row `default` has that workflow with its defaults. */
@Entity({ name: 'workflows' })
export class WorkflowEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('jsonb') parameters!: Readonly<Record<string, unknown>>;
  @Column('jsonb') required!: readonly string[];
  @Column('jsonb') rules!: readonly (string | PromptRule)[];
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /** When it was deleted; it is removed for good later. */
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 6, nullable: true }) deletedAt!: Date | null;
}
