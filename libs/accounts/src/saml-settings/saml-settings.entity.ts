import type { AuthnContext, DomainProof } from '@lectern/contracts/accounts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The identity provider of an account. */
@Entity({ name: 'saml_settings' })
export class SamlSettingsEntity {
  @ForeignKey('AccountEntity', { name: 'saml_settings_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  @Column('text', { name: 'sso_url' }) ssoUrl!: string;
  @Column('text', { name: 'entity_id' }) entityId!: string;
  /** As it was sent. */
  @Column('text') certificate!: string;
  @Column('text', { name: 'authn_context' }) authnContext!: AuthnContext;
  /** Attribute of assertions that names the groups of a person. */
  @Column('text', { name: 'groups_attribute', nullable: true }) groupsAttribute!: string | null;
}

/** A mail domain whose people sign in there, once it is verified. Only one account verifies a domain. */
@Index('saml_domains_verified', ['domain'], { unique: true, where: '"verified" IS NOT NULL' })
@Entity({ name: 'saml_domains' })
export class SamlDomainEntity {
  @ForeignKey('AccountEntity', { name: 'saml_domains_account', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;
  /** Lower case. */
  @PrimaryColumn('text') domain!: string;
  /** Among the domains of the account. */
  @Column('integer') position!: number;
  /** What the record of the domain must say. */
  @Column('text') challenge!: string;
  @Column('timestamptz', { nullable: true }) verified!: Date | null;
  /** Null while it is not verified. */
  @Column('text', { name: 'verified_by', nullable: true }) verifiedBy!: DomainProof | null;
}
