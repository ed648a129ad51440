import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key pair for the zone's signatures; the newest one is in use. */
@Entity({ name: 'signing_keys' })
export class ZoneSigningKeyEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'public_key' }) publicKey!: string;
  /** Sealed private key. */
  @Column('text', { name: 'private_key' }) privateKey!: string;
  @Column('timestamptz') created!: Date;
}
