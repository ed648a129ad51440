import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A question to an agent, and the process that answers it. What is said is in the session. */
@Entity({ name: 'interactions' })
@Index('interactions_latest', ['agent', 'session', 'caller', 'started'])
export class InteractionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') agent!: string;
  /** Id of the session, or `ephemeral`. */
  @Column('text') session!: string;
  /** Id of who asked; of ephemeral tokens and keys, that of who made them. Nobody else follows it. */
  @Column('text') caller!: string;
  /** Hash of what was asked, or of the request that asked it. */
  @Column('text') question!: string;
  @Column('text') workflow!: string;
  /** Process that runs it, and keeps its frames. */
  @Column('text') owner!: string;
  @Column({ type: 'timestamptz', precision: 6 }) started!: Date;
  /** When it ended; null while it runs, and for those whose process died. */
  @Column({ type: 'timestamptz', precision: 6, nullable: true }) ended!: Date | null;
}
