import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether a strategy is about extraction or about splitting. */
export type StrategyKind = 'extract' | 'split';

/** A strategy of a knowledge box, which need not be here. It is never changed. */
@Entity({ name: 'strategies' })
export class StrategyEntity {
  @PrimaryColumn('uuid') account!: string;
  /** Id of the knowledge box, or what a NUA client calls its own. */
  @PrimaryColumn('text') kbid!: string;
  @PrimaryColumn('text') kind!: StrategyKind;
  @PrimaryColumn('uuid') id!: string;
  /** As it was given, without keys. */
  @Column('jsonb') config!: object;
  /** An envelope with the keys, by the member of `config` that they belong to. */
  @Column('text', { name: 'sealed_user_keys', nullable: true }) sealedUserKeys!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
