import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a knowledge box with a limit of storage holds; an account without such limits has no rows. */
@Entity({ name: 'box_stocks' })
export class BoxStockEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @Column('double precision') resources!: number;
  @Column('double precision') bytes!: number;
  /** When both were counted from the rows; what was added since then is added to them, what was deleted is not. */
  @Column('timestamptz', { name: 'counted_at' }) countedAt!: Date;
}
