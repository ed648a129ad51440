import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The vectors of one model in a knowledge box. */
@Entity({ name: 'vectorsets' })
export class VectorsetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Name of the model. */
  @PrimaryColumn('text') id!: string;
  @Column('integer') dimensions!: number;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  /**
   * While existing content is being marked as unembedded in it: the last marked resource, empty before the first. Null
   * when marking is complete.
   */
  @Column('text', { name: 'fill_cursor', nullable: true }) fillCursor!: string | null;
  /** When it was deleted. Its vectors are removed in the background, and then the row. */
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) deleted!: Date | null;
}
