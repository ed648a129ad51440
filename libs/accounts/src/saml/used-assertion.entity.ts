import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An assertion that has been used, while it would still be valid. */
@Entity({ name: 'used_assertions' })
export class UsedAssertionEntity {
  /** SHA-256 of account and id. */
  @PrimaryColumn('bytea') hash!: Buffer;
  @Index('used_assertions_expires') @Column('timestamptz') expires!: Date;
}
