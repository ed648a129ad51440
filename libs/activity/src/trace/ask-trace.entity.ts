import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How a question was answered. */
@Entity({ name: 'ask_traces' })
@Index('ask_traces_age', ['date'])
export class AskTraceEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text', { name: 'learning_id' }) learningId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) date!: Date;
  /** Compressed JSON. */
  @Column('bytea') trace!: Buffer;
}
