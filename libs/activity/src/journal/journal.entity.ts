import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How much of a file of a journal is in the database: written with the rows, so that none comes twice. */
@Entity({ name: 'activity_journals' })
@Index('activity_journals_age', ['changedAt'])
export class JournalEntity {
  /** Name of the file. */
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: string;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 }) changedAt!: Date;
}
