import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a knowledge box answers as an agent. */
@Entity({ name: 'agentic_configs' })
export class AgenticConfigEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** As the client chose it. */
  @PrimaryColumn('text') id!: string;
  @Column('jsonb') config!: object;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}

/** What of a knowledge box can be searched as a source. */
@Entity({ name: 'agentic_sources' })
export class AgenticSourceEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** As the client chose it. */
  @PrimaryColumn('text') id!: string;
  @Column('jsonb') config!: object;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}
