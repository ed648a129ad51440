import { AppError, type TargetAccess, type TargetAccessQuery } from '@lectern/contracts/core';
import type {
  AgentDescription,
  AgentReference,
  KnowledgeBoxAccess,
  KnowledgeBoxAccessQuery,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { AccountBlocks, KnowledgeBoxRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository } from '../user/knowledge-box-user.repository';
import { Injectable } from '@nestjs/common';

@Injectable()
export class KnowledgeBoxAccessService {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly blocks: AccountBlocks,
  ) {}

  /** @throws AppError `not_found` */
  async resolve({ kbid, userId }: KnowledgeBoxAccessQuery): Promise<KnowledgeBoxAccess> {
    const access = await this.transactions.read(async (tx) => {
      // Not from the cache of settings: the gateway caches the answer, and one cache after the other would add up.
      const { account, state, mode, allowedOrigins, allowedIpAddresses } = await this.boxes.read(kbid, tx);
      const role = userId === undefined ? undefined : await this.users.roleOf(kbid, userId, tx);
      const refusesContent = mode === 'agent_no_memory';
      const shown = { kbid, account, state, allowedOrigins, allowedIpAddresses, userRole: role ?? null };
      return { ...shown, ...(refusesContent && { refusesContent }) };
    });
    return { ...access, blockedFeatures: await this.blocks.of(access.account) };
  }

  /** An agent is never published. @throws AppError `not_found` */
  async resolveAgent({ id, userId }: TargetAccessQuery): Promise<TargetAccess> {
    await this.describeAgent({ id });
    const {
      kbid: _,
      state: __,
      refusesContent: ___,
      ...access
    } = await this.resolve({ kbid: id, ...(userId !== undefined && { userId }) });
    return access;
  }

  /** @throws AppError `not_found` */
  async describeAgent({ id }: AgentReference): Promise<AgentDescription> {
    const box = await this.transactions.read((tx) => this.boxes.read(id, tx)).catch(noAgent);
    const { account, slug, title, description, mode } = box;
    if (mode === 'kb') throw unknownAgent();
    return { id, account, slug, title, description: description ?? '', hasMemory: mode === 'agent' };
  }

  /** To be called when the account has changed. */
  invalidate(account: string): void {
    this.blocks.invalidate(account);
  }
}

function noAgent(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? unknownAgent() : error;
}

function unknownAgent(): AppError {
  return new AppError('not_found', 'Agent does not exist');
}
