import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import type { KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';
import { purgeAccountRows } from '@lectern/contracts/understanding';
import { deleteOwnedRows, Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

const MODES: readonly KnowledgeBoxMode[] = ['kb', 'agent', 'agent_no_memory'];

/** Tables of the schema with rows of accounts, other than boxes and NUA clients, whose keys end with them. */
export const zoneRowsOfAccounts = {
  schema: 'knowledge_box',
  column: 'account',
  except: ['knowledge_boxes', 'nua_clients'],
} as const;

/** Rows that this zone holds for an account that is gone. */
@Injectable()
export class FormerAccountRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly bus: Bus,
  ) {}

  /** Ids of its boxes and agents. */
  async boxIds(account: string): Promise<readonly string[]> {
    const boxes = await this.transactions.read((tx) => this.boxes.list(account, MODES, tx));
    return boxes.map(({ id }) => id);
  }

  /**
   * Removes limits, uses, backups, and what the service understanding holds. Safe to repeat.
   *
   * @throws AppError `unavailable` when that service does not answer
   */
  async purge(account: string, signal: AbortSignal): Promise<void> {
    await deleteOwnedRows(this.transactions, { ...zoneRowsOfAccounts, owner: account, signal });
    await this.bus.request(purgeAccountRows, { body: { account } }, { principal: systemPrincipal, signal });
  }
}
