import { KnowledgeBoxUserService, NuaClientService } from '@lectern/access';
import type { PurgedAccount } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import type { FormerMembers } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { KnowledgeBoxWriter } from '../knowledge-box/knowledge-box-writer';
import { FormerAccountRows } from './former-account-rows';

/** Boxes of one question, so that it ends in time. */
const DELETED_AT_ONCE = 50;

/** Removes what this zone holds for accounts, and for members, that are gone. */
@Injectable()
export class FormerAccountService {
  constructor(
    private readonly rows: FormerAccountRows,
    private readonly users: KnowledgeBoxUserService,
    private readonly writer: KnowledgeBoxWriter,
    private readonly clients: NuaClientService,
  ) {}

  async removeMembers({ account, users }: FormerMembers): Promise<null> {
    await this.users.removeFromAccount(account, users);
    return null;
  }

  /** Of several at once each deletes what it can. */
  async purge(account: string, signal: AbortSignal): Promise<PurgedAccount> {
    await this.clients.deleteAll(account);
    const boxes = await this.rows.boxIds(account);
    for (const id of boxes.slice(0, DELETED_AT_ONCE)) await this.delete(account, id);
    const left = Math.max(boxes.length - DELETED_AT_ONCE, 0);
    if (left === 0) await this.rows.purge(account, signal);
    return { left };
  }

  private async delete(account: string, kbid: string): Promise<void> {
    try {
      await this.writer.delete({ account, kbid }, systemPrincipal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
}
