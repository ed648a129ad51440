import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The account of a user at the server of a driver. */
@Entity({ name: 'driver_accounts' })
export class DriverAccountEntity {
  @PrimaryColumn('uuid') agent!: string;
  @PrimaryColumn('uuid') driver!: string;
  /** Id of the user; empty for what all users of the driver share, such as the id of the OAuth client. */
  @PrimaryColumn('text') user!: string;
  /** JSON, sealed. */
  @Column('text') sealed!: string;
  @Column({ type: 'timestamptz', precision: 3 }) changed!: Date;
}
