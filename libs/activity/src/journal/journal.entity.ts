import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The part of a journal file that is in the database; written together with the rows, so that none is inserted twice.
 */
@Entity({ name: 'activity_journals' })
@Index('activity_journals_age', ['changedAt'])
export class JournalEntity {
  /** Name of the file. */
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: string;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 }) changedAt!: Date;
}
