import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Choices } from './stored-choices';

/** Configuration of an account for a knowledge box, which need not exist here. */
@Entity({ name: 'learning_configurations' })
export class LearningConfigurationEntity {
  @PrimaryColumn('uuid') account!: string;
  /** Id of the knowledge box, or what a NUA client calls its own. */
  @PrimaryColumn('text') kbid!: string;
  @Column('jsonb') choices!: Choices;
  /** An envelope with the keys by provider. */
  @Column('text', { name: 'sealed_user_keys', nullable: true }) sealedUserKeys!: string | null;
}
