import { AppError } from '@lectern/contracts/core';
import type { HeldRight, HeldRightQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { ApiKeyRepository } from '../api-key/api-key.repository';
import { UserAccess } from '../user/user-access';

/** What holders of credentials may still do, for work that was stored with their rights. */
@Injectable()
export class HeldRights {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly apiKeys: ApiKeyRepository,
    private readonly users: UserAccess,
  ) {}

  /** @throws AppError `not_found`, `unavailable` */
  async read({ kbid, kind, id, key }: HeldRightQuery): Promise<HeldRight> {
    const { account } = await this.transactions.read((tx) => this.boxes.read(kbid, tx));
    if (kind === 'sa') return this.ofKey(kbid, key ?? '');
    const user = { kind, id, ...(key !== undefined && { key }) };
    const role = await this.users.roleOn({ id: kbid, account }, user).catch((error: unknown) => {
      // The user or the token is gone.
      if (error instanceof AppError && error.code === 'unauthorized') return null;
      throw error;
    });
    return { role };
  }

  private async ofKey(kbid: string, key: string): Promise<HeldRight> {
    const stored = await this.transactions.read((tx) => this.apiKeys.findById(key, tx));
    const counts = stored?.kbid === kbid && stored.expires.getTime() > Date.now();
    return { role: counts ? stored.role : null };
  }
}
