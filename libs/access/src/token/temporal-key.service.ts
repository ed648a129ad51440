import { randomUUID } from 'node:crypto';
import { AppError, type Principal } from '@lectern/contracts/core';
import type { ShortLivedToken, TemporalKeyPayload } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ApiKeyRepository, type StoredApiKey } from '../api-key/api-key.repository';
import { Injectable } from '@nestjs/common';
import { ZoneTokens } from './zone-tokens';

@Injectable()
export class TemporalKeyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeyRepository,
    private readonly tokens: ZoneTokens,
  ) {}

  /** @throws AppError `forbidden` for everything but an API key: a temporal key cannot prolong its own life */
  async create(
    { ttl, security_groups: securityGroups }: TemporalKeyPayload,
    { kind, key = '' }: Principal,
  ): Promise<ShortLivedToken> {
    if (kind !== 'sa') throw new AppError('forbidden', 'Forbidden');
    const parent = await this.living(key);
    const expiresMs = Math.min(Date.now() + ttl * 1_000, parent.expires.getTime());
    const token = await this.tokens.temporalKey({
      id: randomUUID(),
      parent,
      ...(securityGroups && { securityGroups }),
      expiresMs,
    });
    return { token };
  }

  private async living(key: string): Promise<StoredApiKey> {
    const parent = await this.transactions.read((tx) => this.keys.findById(key, tx));
    if (!parent) throw new AppError('unauthorized', 'Unauthorized');
    return parent;
  }
}
