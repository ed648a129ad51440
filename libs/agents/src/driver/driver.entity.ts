import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A source that modules of an agent use. */
@Entity({ name: 'drivers' })
@Index('drivers_identifier', ['agent', 'identifier'], { unique: true })
export class DriverEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') identifier!: string;
  @Column('text') name!: string;
  @Column('text') provider!: string;
  /** Without secrets. */
  @Column('jsonb') config!: Readonly<Record<string, unknown>>;
  /** Secret members of the configuration by name, each sealed. */
  @Column('jsonb') secrets!: Readonly<Record<string, string>>;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
}
