import { randomBytes } from 'node:crypto';
import type { DomainProof, SamlConfiguration } from '@lectern/contracts/accounts';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { isUniqueViolation, lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { SamlDomainEntity, SamlSettingsEntity } from './saml-settings.entity';
import { signingCertificates } from './signing-certificates';

const CHALLENGE_BYTES = 16;
const TAKEN = 'Another account has verified one of these domains';

/** An identity provider, and the account that it belongs to. */
export interface IdentityProvider extends SamlConfiguration {
  readonly accountId: string;
  /** Those of its domains whose people it may let in. */
  readonly verifiedDomains: readonly string[];
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
   * Replaces the identity provider of an account, or removes it. Domains that stay are verified as before.
   *
   * @throws AppError `invalid_request` for an unusable certificate or address, `conflict` when another account has
   * verified one of the domains
   */
  async set(accountId: string, config: SamlConfiguration | null, tx: EntityManager): Promise<void> {
    if (config) {
      signingCertificates(config.x509_cert);
      refuseUnsafeAddress(config.sso_url);
    }
    await lockName(tx, `domains/${accountId}`);
    await tx.delete(SamlSettingsEntity, { accountId });
    const domains = [...new Set((config?.domains ?? []).map((domain) => domain.toLowerCase()))];
    await this.declare(accountId, domains, tx);
    if (!config) return;
    await tx.insert(SamlSettingsEntity, {
      accountId,
      ssoUrl: config.sso_url,
      entityId: config.entity_id,
      certificate: config.x509_cert,
      authnContext: config.authn_context,
      groupsAttribute: config.groups_attribute ?? null,
    });
  }

  async find(accountId: string, tx: EntityManager): Promise<IdentityProvider | undefined> {
    const settings = await tx.findOneBy(SamlSettingsEntity, { accountId });
    if (!settings) return undefined;
    const rows = await this.domainsOf(accountId, tx);
    return {
      accountId,
      verifiedDomains: rows.flatMap(({ domain, verified }) => (verified ? [domain] : [])),
      domains: rows.map(({ domain }) => domain),
      sso_url: settings.ssoUrl,
      entity_id: settings.entityId,
      x509_cert: settings.certificate,
      authn_context: settings.authnContext,
      ...(settings.groupsAttribute !== null && { groups_attribute: settings.groupsAttribute }),
    };
  }

  /** In their order. */
  async domainsOf(accountId: string, tx: EntityManager): Promise<SamlDomainEntity[]> {
    return tx.find(SamlDomainEntity, { where: { accountId }, order: { position: 'ASC' } });
  }

  /** Makes a domain one that the account owns. @throws AppError `conflict` when another account has verified it */
  async verify(
    { accountId, domain }: Pick<SamlDomainEntity, 'accountId' | 'domain'>,
    proof: DomainProof,
    tx: EntityManager,
  ): Promise<void> {
    const verified = { verified: new Date(), verifiedBy: proof };
    await refuseTaken(() => tx.update(SamlDomainEntity, { accountId, domain, verified: IsNull() }, verified));
  }

  /** As the record of the account shows it. */
  async record(accountId: string, tx: EntityManager): Promise<SamlRecord> {
    const found = await this.find(accountId, tx);
    if (!found)
      return { domain: null, saml_entity_id: null, saml_sso_url: null, saml_x509_cert: null, saml_config: null };
    const { accountId: _, verifiedDomains: __, ...config } = found;
    return {
      domain: config.domains[0] ?? null,
      saml_entity_id: config.entity_id,
      saml_sso_url: config.sso_url,
      saml_x509_cert: config.x509_cert,
      saml_config: config,
    };
  }

  /** The account that has verified a domain, in any case. */
  async accountOf(domain: string, tx: EntityManager): Promise<string | undefined> {
    const row = await tx.findOneBy(SamlDomainEntity, { domain: domain.toLowerCase(), verified: Not(IsNull()) });
    return row?.accountId;
  }

  /** Whether people of any domain sign in at an identity provider of an account. */
  async isUsed(tx: EntityManager): Promise<boolean> {
    return tx.existsBy(SamlDomainEntity, { verified: Not(IsNull()) });
  }

  private async declare(accountId: string, domains: readonly string[], tx: EntityManager): Promise<void> {
    const isElsewhere = { domain: In([...domains]), accountId: Not(accountId), verified: Not(IsNull()) };
    if (await tx.existsBy(SamlDomainEntity, isElsewhere)) throw new AppError('conflict', TAKEN);
    await tx.delete(SamlDomainEntity, { accountId, domain: Not(In([...domains])) });
    const before = new Map((await this.domainsOf(accountId, tx)).map((row) => [row.domain, row]));
    const rows = domains.map((domain, position) => {
      const { challenge = newChallenge(), verified = null, verifiedBy = null } = before.get(domain) ?? {};
      return { accountId, domain, position, challenge, verified, verifiedBy };
    });
    if (rows.length > 0) await tx.upsert(SamlDomainEntity, rows, ['accountId', 'domain']);
  }
}

function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('hex');
}

async function refuseTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', TAKEN, {}, { cause: error });
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
