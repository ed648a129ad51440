import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The role of a cloud account that an account lets us assume. */
@Entity({ name: 'assumed_roles' })
export class AssumedRoleEntity {
  @PrimaryColumn('uuid') account!: string;
  /** Required by the trust policy of the role. */
  @Column('uuid', { name: 'external_id' }) externalId!: string;
  /** Null until it is named. */
  @Column('text', { name: 'role_ref', nullable: true }) roleRef!: string | null;
}
