import type { PromptArgument, PromptIcon } from '@lectern/contracts/agents';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A template that an agent offers to clients. */
@Entity({ name: 'prompts' })
export class PromptEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text') prompt!: string;
  @Column('jsonb') arguments!: readonly PromptArgument[];
  @Column('jsonb') icons!: readonly PromptIcon[];
  @Column('jsonb') meta!: Readonly<Record<string, unknown>>;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}
