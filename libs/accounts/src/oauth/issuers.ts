import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { type RsaSigner, SecretEnvelope } from '@lectern/secrets';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { interactionPolicy, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import { originsOfZonesElsewhere } from '../zone/zone-origins';
import { firstPartyClients, oauthSlice } from './first-party';
import { OauthAdapter } from './oauth-adapter';
import { OauthKeys } from './oauth-keys';
import { OauthRecords } from './oauth-records';
import { providerConfiguration } from './provider-configuration';
import { OFFLINE_INSIDE } from './scopes';
import { ACCESS_TOKEN_TYPE, accessTokenClaims } from './user-access-token';

/** Origins by which one process is reached; a stranger can name more. */
const ISSUERS_MAX = 32;

type Library = typeof import('oidc-provider');

/** What the provider stores of an access token. */
interface AccessTokenParts {
  readonly value: string;
  readonly payload: {
    readonly jti: string;
    readonly clientId: string;
    readonly accountId: string;
    readonly scope?: string;
    readonly iat: number;
    readonly exp: number;
    readonly extra?: { readonly last_verified_at?: number };
  };
}

/** A provider with the ids of clients that belong to the deployment. */
export interface Issuer {
  readonly url: string;
  readonly provider: Provider;
  readonly isFirstParty: (clientId: string) => boolean;
}

/** Authorization servers by issuer: one for each origin by which the deployment is reached. */
@Injectable()
export class Issuers {
  private readonly logger = new Logger('OAuth');
  private readonly made = new LRUCache<string, Promise<Issuer>>({ max: ISSUERS_MAX });
  private signer: RsaSigner | undefined;
  private zones: readonly string[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly records: OauthRecords,
    private readonly keys: OauthKeys,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** @param url scheme, host and port */
  async at(url: string): Promise<Issuer> {
    const [signer, zones] = await Promise.all([this.keys.signer(), this.transactions.read(originsOfZonesElsewhere)]);
    // Providers have the keys in them, and the addresses to which the console of each zone returns.
    if (signer !== this.signer || zones.join() !== this.zones.join()) this.made.clear();
    this.signer = signer;
    this.zones = zones;
    const known = this.made.get(url);
    if (known) return known;
    const issuer = this.make(url, signer, zones);
    this.made.set(url, issuer);
    issuer.catch(() => this.made.delete(url));
    return issuer;
  }

  private async make(url: string, signer: RsaSigner, zones: readonly string[]): Promise<Issuer> {
    const library = await import('oidc-provider');
    const clients = firstPartyClients({ issuer: url, zones, apps: readConfig(oauthSlice).OAUTH_APPS });
    const own = new Set(clients.map(({ client_id }) => client_id));
    const isFirstParty = (clientId: string) => own.has(clientId);
    const usedTwice = () => new library.errors.InvalidGrant('it was used already');
    const adapterParts = { records: this.records, envelope: this.envelope, usedTwice };
    const configuration = providerConfiguration({
      issuer: url,
      adapter: (kind) => new OauthAdapter(kind, adapterParts),
      clients,
      keys: signer.privateJwks,
      policy: policyFor(library, isFirstParty),
      findUser: (id) => this.user(id),
      grantOf: (ctx) => grantFor(ctx, isFirstParty),
      refuseFetch: () => {
        throw new Error('The authorization server calls no other host');
      },
    });
    const provider = new library.Provider(url, configuration);
    // The scheme and host of the issuer come with each request that we make.
    provider.proxy = true;
    this.signAccessTokens(provider, signer, url);
    provider.on('server_error', (_, error) =>
      this.logger.error({ message: 'The authorization server failed', err: error }),
    );
    return { url, provider, isFirstParty };
  }

  /** The provider stores access tokens like all others; what clients get of one is a JWT that names it. */
  private signAccessTokens(provider: Provider, signer: RsaSigner, issuer: string): void {
    // Part of every model of the provider, but not of its types.
    const model = provider.AccessToken.prototype as unknown as { getValueAndPayload(): Promise<AccessTokenParts> };
    const stored = model.getValueAndPayload;
    const user = (id: string) => this.user(id);
    model.getValueAndPayload = async function () {
      const { payload } = await stored.call(this);
      const subject = await user(payload.accountId);
      if (!subject) throw new Error('The user of an access token is gone');
      const token = { ...payload, verifiedAt: payload.extra?.last_verified_at };
      return { value: await signer.sign(accessTokenClaims(token, subject, issuer), ACCESS_TOKEN_TYPE), payload };
    };
  }

  private user(id: string): Promise<UserEntity | undefined> {
    return this.transactions.read((tx) => this.users.findLiving(id, tx));
  }
}

/** Users allow applications of others what they ask for, once; those of the deployment need no page of consent. */
function policyFor({ interactionPolicy: { base, Check } }: Library, isFirstParty: (id: string) => boolean) {
  const policy: interactionPolicy.DefaultPolicy = base();
  const { checks } = policy.get('consent') ?? {};
  checks?.remove('native_client_prompt');
  checks?.add(
    new Check(
      'native_client_prompt',
      'native clients require End-User interaction',
      'interaction_required',
      ({ oidc }) => {
        const isForeign = oidc.client?.applicationType === 'native' && !isFirstParty(oidc.client.clientId);
        return isForeign && !oidc.result?.consent;
      },
    ),
  );
  return policy;
}

/** The grant of an earlier consent; of an application of the deployment a new one with all that it asks for. */
async function grantFor({ oidc }: KoaContextWithOIDC, isFirstParty: (id: string) => boolean) {
  const { client, session, params, provider, result } = oidc;
  if (!client || !session?.accountId) return undefined;
  const { clientId } = client;
  const known = result?.consent?.grantId ?? session.grantIdFor(clientId);
  if (known !== undefined) {
    const grant = await provider.Grant.find(known);
    if (grant && grant.accountId === session.accountId && grant.clientId === clientId) {
      if (isFirstParty(clientId)) await widen(grant, params?.['scope']);
      return grant;
    }
  }
  if (!isFirstParty(clientId)) return undefined;
  const grant = new provider.Grant({ accountId: session.accountId, clientId });
  await widen(grant, params?.['scope']);
  return grant;
}

async function widen(grant: InstanceType<Provider['Grant']>, scope: unknown): Promise<void> {
  grant.addOIDCScope(typeof scope === 'string' ? scope : OFFLINE_INSIDE);
  grant.addOIDCClaims(['name', 'locale', 'email', 'email_verified']);
  await grant.save();
}
