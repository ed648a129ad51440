import type { AgentModule, ModuleKind } from '@lectern/contracts/agents';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A module of a workflow. */
@Entity({ name: 'modules' })
export class AgentModuleEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('text') workflow!: string;
  @PrimaryColumn('text') kind!: ModuleKind;
  @PrimaryColumn('uuid') id!: string;
  /** Modules of one kind run in this order. */
  @Column('integer') position!: number;
  /** As it was checked, with its id and those of the modules in it. Without secrets. */
  @Column('jsonb') config!: AgentModule;
  /** Secret members by the id of the module that has them and by name, each sealed. */
  @Column('jsonb', { default: {} }) secrets!: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
