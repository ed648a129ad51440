import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One model's vectors in a knowledge box. */
@Entity({ name: 'vectorsets' })
export class VectorsetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Name of the model. */
  @PrimaryColumn('text') id!: string;
  @Column('integer') dimensions!: number;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}
