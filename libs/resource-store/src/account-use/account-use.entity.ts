import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account, or one of its NUA clients, used of one kind in one month, in this zone. */
@Entity({ name: 'account_uses' })
export class AccountUseEntity {
  @PrimaryColumn('uuid') account!: string;
  /** Client id of the NUA client whose limit it is; empty for limits of the account. */
  @PrimaryColumn('text', { name: 'nua_client', default: '' }) nuaClient!: string;
  /** First day of the month, UTC. */
  @PrimaryColumn('date') month!: string;
  /** Limit that it counts for. */
  @PrimaryColumn('text') name!: string;
  @Column('double precision') used!: number;
}
