import type { UserPrompt } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A generative model with keys, prompts and a circle of users, of an account. */
@Entity({ name: 'model_configurations' })
export class ModelConfigurationEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') id!: string;
  /** Name of the model that is configured. */
  @Column('text') model!: string;
  @Column('text', { nullable: true }) description!: string | null;
  /** An envelope with the keys by provider. */
  @Column('text', { name: 'sealed_user_keys', nullable: true }) sealedUserKeys!: string | null;
  @Column('jsonb', { name: 'user_prompts' }) userPrompts!: Readonly<Record<string, UserPrompt>>;
  @Column('boolean', { name: 'assume_role' }) assumeRole!: boolean;
  @Column('text', { array: true }) kbids!: string[];
  @Column('text', { name: 'nua_client_ids', array: true }) nuaClientIds!: string[];
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
