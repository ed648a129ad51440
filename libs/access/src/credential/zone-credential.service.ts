import type { PresentedCredential } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import type { VerifiedKey } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ApiKeyRepository, type StoredApiKey } from '../api-key/api-key.repository';
import { NuaClientRepository } from '../nua-client/nua-client.repository';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { UserAccess } from '../user/user-access';
import { type EphemeralToken, ZoneTokens } from '../token/zone-tokens';

/** Tells whether a credential of this zone counts. Which kind it may be depends on what carried it, not on trial. */
@Injectable()
export class ZoneCredentialService {
  constructor(
    private readonly transactions: Transactions,
    private readonly apiKeys: ApiKeyRepository,
    private readonly nuaClients: NuaClientRepository,
    private readonly userAccess: UserAccess,
    private readonly tokens: ZoneTokens,
  ) {}

  /** @throws AppError `unauthorized` */
  async verify({ carrier, token }: PresentedCredential): Promise<VerifiedKey> {
    switch (carrier) {
      case 'service-account':
        return (await this.findApiKey(token)) ?? this.verifyTemporalKey(token);
      case 'nua':
        return this.verifyNuaKey(token);
      case 'authorization':
      case 'query':
        return this.verifyEphemeralToken(token);
      case 'session':
      case 'self-hosted':
        // Those of users; the accounts service has them.
        throw unauthorized();
    }
  }

  private async findApiKey(token: string): Promise<VerifiedKey | undefined> {
    const key = await this.transactions.read((tx) => this.apiKeys.findByHash(tokenHash(token), tx));
    return key && { kind: 'sa', ...grantOf(key), expiresMs: key.expires.getTime() };
  }

  private async verifyTemporalKey(token: string): Promise<VerifiedKey> {
    const { parent, expiresMs, ...restrictions } = await this.tokens.readTemporalKey(token);
    const key = await this.transactions.read((tx) => this.apiKeys.findById(parent, tx));
    if (!key) throw unauthorized();
    // To ask an agent, the least role is enough.
    const role = restrictions.session === undefined ? key.role : 'SMEMBER';
    return { kind: 'temporal', ...grantOf(key), role, expiresMs, ...restrictions };
  }

  private async verifyNuaKey(token: string): Promise<VerifiedKey> {
    const client = await this.transactions.read((tx) => this.nuaClients.findByKeyHash(tokenHash(token), tx));
    if (!client) throw unauthorized();
    const { clientId: id, account, keyId: key, allowKbManagement } = client;
    return { kind: 'nua', id, account, key, allowKbManagement };
  }

  private async verifyEphemeralToken(token: string): Promise<VerifiedKey> {
    const ephemeral = await this.tokens.readEphemeralToken(token);
    const { maker, account, kbid: kb, path, session, expiresMs } = ephemeral;
    const reader = await this.readerOf(ephemeral);
    if (!reader) throw unauthorized();
    const { id, key = '' } = maker;
    const { groups: securityGroups } = reader;
    const restrictions = { ...(path !== undefined && { path }), ...(session !== undefined && { session }) };
    const narrowed = { ...restrictions, ...(securityGroups && { securityGroups }) };
    return { kind: 'eph', id, account, kb, role: 'SMEMBER', key, expiresMs, ...narrowed };
  }

  /**
   * An ephemeral token dies with the key it was made with, or with its maker's right to the knowledge box, and sees no
   * more than its maker.
   */
  private async readerOf({ maker, account, kbid, session }: EphemeralToken): ReturnType<UserAccess['readerOf']> {
    const { kind, id, key = '' } = maker;
    if (kind === 'sa') {
      const parent = await this.transactions.read((tx) => this.apiKeys.findById(key, tx));
      return parent !== undefined && grantOf(parent).kb === kbid ? {} : undefined;
    }
    return this.userAccess.readerOf({ id: kbid, account, isAgent: session !== undefined }, { kind, id, key });
  }
}

/** @throws AppError `unauthorized` when it is over */
function grantOf({ id, serviceAccountId, kbid, account, role, expires }: StoredApiKey) {
  if (expires.getTime() <= Date.now()) throw unauthorized('JWT has expired');
  return { id: serviceAccountId, account, kb: kbid, role, key: id };
}

function unauthorized(message = 'Unauthorized'): AppError {
  return new AppError('unauthorized', message);
}
