import type { AuthnContext } from '@lectern/contracts/accounts';
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
}

/** A mail domain whose people sign in there. */
@Entity({ name: 'saml_domains' })
export class SamlDomainEntity {
  /** Lower case. */
  @PrimaryColumn('text') domain!: string;
  @Index('saml_domains_of_account')
  @ForeignKey('AccountEntity', { name: 'saml_domains_account', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'account_id' })
  accountId!: string;
  /** Among the domains of the account. */
  @Column('integer') position!: number;
}
