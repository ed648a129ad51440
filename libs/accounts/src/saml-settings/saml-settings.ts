import type { SamlConfiguration } from '@lectern/contracts/accounts';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SamlDomainEntity, SamlSettingsEntity } from './saml-settings.entity';
import { signingCertificates } from './signing-certificates';

/** An identity provider, and the account that it belongs to. */
export interface IdentityProvider extends SamlConfiguration {
  readonly accountId: string;
}

/** Members of the record of an account. */
export interface SamlRecord {
  readonly domain: string | null;
  readonly saml_entity_id: string | null;
  readonly saml_sso_url: string | null;
  readonly saml_x509_cert: string | null;
  readonly saml_config: SamlConfiguration | null;
}

/** Identity providers of accounts. */
@Injectable()
export class SamlSettings {
  /**
   * Replaces the identity provider of an account, or removes it.
   *
   * @throws AppError `invalid_request` for an unusable certificate or address, `conflict` when another account declares
   * one of the domains
   */
  async set(accountId: string, config: SamlConfiguration | null, tx: EntityManager): Promise<void> {
    if (config) {
      signingCertificates(config.x509_cert);
      refuseUnsafeAddress(config.sso_url);
    }
    await tx.delete(SamlDomainEntity, { accountId });
    await tx.delete(SamlSettingsEntity, { accountId });
    if (!config) return;
    await tx.insert(SamlSettingsEntity, {
      accountId,
      ssoUrl: config.sso_url,
      entityId: config.entity_id,
      certificate: config.x509_cert,
      authnContext: config.authn_context,
    });
    const domains = [...new Set(config.domains.map((domain) => domain.toLowerCase()))];
    await this.declare(
      domains.map((domain, position) => ({ domain, accountId, position })),
      tx,
    );
  }

  async find(accountId: string, tx: EntityManager): Promise<IdentityProvider | undefined> {
    const settings = await tx.findOneBy(SamlSettingsEntity, { accountId });
    if (!settings) return undefined;
    const rows = await tx.find(SamlDomainEntity, { where: { accountId }, order: { position: 'ASC' } });
    return {
      accountId,
      domains: rows.map(({ domain }) => domain),
      sso_url: settings.ssoUrl,
      entity_id: settings.entityId,
      x509_cert: settings.certificate,
      authn_context: settings.authnContext,
    };
  }

  /** As the record of the account shows it. */
  async record(accountId: string, tx: EntityManager): Promise<SamlRecord> {
    const found = await this.find(accountId, tx);
    if (!found)
      return { domain: null, saml_entity_id: null, saml_sso_url: null, saml_x509_cert: null, saml_config: null };
    const { accountId: _, ...config } = found;
    return {
      domain: config.domains[0] ?? null,
      saml_entity_id: config.entity_id,
      saml_sso_url: config.sso_url,
      saml_x509_cert: config.x509_cert,
      saml_config: config,
    };
  }

  /** The account that declares a domain, in any case. */
  async accountOf(domain: string, tx: EntityManager): Promise<string | undefined> {
    return (await tx.findOneBy(SamlDomainEntity, { domain: domain.toLowerCase() }))?.accountId;
  }

  /** Whether any account has an identity provider. */
  async isUsed(tx: EntityManager): Promise<boolean> {
    return tx.exists(SamlSettingsEntity);
  }

  private async declare(domains: readonly SamlDomainEntity[], tx: EntityManager): Promise<void> {
    try {
      await tx.insert(SamlDomainEntity, [...domains]);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', 'Another account declares one of these domains', {}, { cause: error });
    }
  }
}

/** Browsers are redirected there. */
function refuseUnsafeAddress(address: string): void {
  const url = URL.parse(address);
  const isLoopback = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (isSafe && url?.username === '' && url.password === '' && /^[\x21-\x7e]+$/.test(address)) return;
  const msg = 'Value error, sso_url must be an https address without a user';
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'saml_config', 'sso_url'], msg }]);
}
