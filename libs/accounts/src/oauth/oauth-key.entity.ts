import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An RSA key pair that signs access tokens and id tokens; the newest one signs. */
@Entity({ name: 'oauth_keys' })
export class OauthKeyEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'public_key' }) publicKey!: string;
  /** Sealed. */
  @Column('text', { name: 'private_key' }) privateKey!: string;
  @Column('timestamptz') created!: Date;
}
