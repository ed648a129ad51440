import { randomUUID } from 'node:crypto';
import { AppError, type Principal } from '@lectern/contracts/core';
import type { AgentSessionKeyPayload, ShortLivedToken, TemporalKeyPayload } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ApiKeyRepository, type StoredApiKey } from '../api-key/api-key.repository';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { checkAgent } from './agent-session';
import { type TemporalToken, ZoneTokens } from './zone-tokens';

@Injectable()
export class TemporalKeyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeyRepository,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly tokens: ZoneTokens,
  ) {}

  /** @throws AppError `forbidden` for everything but an API key: a temporal key cannot prolong its own life */
  async create(
    { ttl, security_groups: securityGroups }: TemporalKeyPayload,
    principal: Principal,
  ): Promise<ShortLivedToken> {
    const parent = await this.parent(principal);
    return this.issued(parent, ttl, { ...(securityGroups && { securityGroups }) });
  }

  /** For one session of the agent. @throws AppError as `create`, and `invalid_request` for a key of what is no agent */
  async createForSession(
    { ttl, agent_session: session }: AgentSessionKeyPayload,
    principal: Principal,
  ): Promise<ShortLivedToken> {
    const parent = await this.parent(principal);
    checkAgent((await this.boxes.get(parent.kbid)).mode);
    return this.issued(parent, ttl, { session });
  }

  private async issued(
    parent: StoredApiKey,
    ttlS: number,
    restrictions: Pick<TemporalToken, 'securityGroups' | 'session'>,
  ): Promise<ShortLivedToken> {
    const expiresMs = Math.min(Date.now() + ttlS * 1_000, parent.expires.getTime());
    return { token: await this.tokens.temporalKey({ id: randomUUID(), parent, ...restrictions, expiresMs }) };
  }

  private async parent({ kind, key = '' }: Principal): Promise<StoredApiKey> {
    if (kind !== 'sa') throw new AppError('forbidden', 'Forbidden');
    const parent = await this.transactions.read((tx) => this.keys.findById(key, tx));
    if (!parent) throw new AppError('unauthorized', 'Unauthorized');
    return parent;
  }
}
