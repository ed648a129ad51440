import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One model's vectors in a knowledge box. */
@Entity({ name: 'vectorsets' })
export class VectorsetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Name of the model. */
  @PrimaryColumn('text') id!: string;
  @Column('integer') dimensions!: number;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /**
   * While what the box had before is noted as unembedded in it: the last resource that was noted, empty before the
   * first; null when all are.
   */
  @Column('text', { name: 'fill_cursor', nullable: true }) fillCursor!: string | null;
  /** When it was deleted; its vectors are removed in the background, and the row with the last of them. */
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) deleted!: Date | null;
}
