import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Says which questions an account does not want to be answered. */
@Entity({ name: 'guardrail_policies' })
export class GuardrailPolicyEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text') instruction!: string;
  @Column('text') query!: string;
  @Column('boolean') enabled!: boolean;
  @Column('boolean') blocking!: boolean;
}
