import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs what the zone issues; the newest one signs. */
@Entity({ name: 'signing_keys' })
export class ZoneSigningKeyEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'public_key' }) publicKey!: string;
  /** Sealed. */
  @Column('text', { name: 'private_key' }) privateKey!: string;
  @Column('timestamptz') created!: Date;
}
