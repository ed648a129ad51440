import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account used of one kind in one month, in this zone. */
@Entity({ name: 'account_uses' })
export class AccountUseEntity {
  @PrimaryColumn('uuid') account!: string;
  /** First day of the month, UTC. */
  @PrimaryColumn('date') month!: string;
  /** Limit that it counts for. */
  @PrimaryColumn('text') name!: string;
  @Column('double precision') used!: number;
}
