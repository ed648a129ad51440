import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Words that stand for others in searches of a knowledge box. */
@Entity({ name: 'custom_synonyms' })
export class CustomSynonymsEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Other words by term. */
  @Column('jsonb') synonyms!: Record<string, string[]>;
}
