import type { KnowledgeBoxAccess, KnowledgeBoxAccessQuery } from '@lectern/contracts/knowledge-box';
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
      const { account, state, allowedOrigins, allowedIpAddresses } = await this.boxes.read(kbid, tx);
      const role = userId === undefined ? undefined : await this.users.roleOf(kbid, userId, tx);
      return { kbid, account, state, allowedOrigins, allowedIpAddresses, userRole: role ?? null };
    });
    return { ...access, blockedFeatures: await this.blocks.of(access.account) };
  }

  /** To be called when the account has changed. */
  invalidate(account: string): void {
    this.blocks.invalidate(account);
  }
}
