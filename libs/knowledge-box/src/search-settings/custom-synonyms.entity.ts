import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Custom synonyms for searches of a knowledge box. */
@Entity({ name: 'custom_synonyms' })
export class CustomSynonymsEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Synonyms by term. */
  @Column('jsonb') synonyms!: Record<string, string[]>;
}
