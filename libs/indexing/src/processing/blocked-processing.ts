import { AppError, isBlocked } from '@lectern/contracts/core';
import { AccountBlocks, KnowledgeBoxRepository, SpentLimits } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

/** Whether processing is blocked for accounts, or has spent a limit of the month. */
@Injectable()
export class BlockedProcessing {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly blocks: AccountBlocks,
    private readonly spent: SpentLimits,
  ) {}

  /** Checks the account of a box; false when the box has been deleted. */
  async isBlocked(kbid: string): Promise<boolean> {
    const box = await this.boxes.get(kbid).catch(undefinedWhenGone);
    return box !== undefined && this.isBlockedFor(box.account);
  }

  async isBlockedFor(account: string): Promise<boolean> {
    return (await this.isFeatureBlocked(account)) || (await this.spent.stopProcessing(account));
  }

  /** @returns the account of a box; undefined when the box has been deleted @throws AppError `blocked` */
  async admittedAccount(kbid: string): Promise<string | undefined> {
    const box = await this.boxes.get(kbid).catch(undefinedWhenGone);
    if (box && (await this.isFeatureBlocked(box.account)))
      throw new AppError('blocked', 'This account is blocked for processing');
    return box?.account;
  }

  /** Call this when the account has changed. */
  invalidate(account: string): void {
    this.blocks.invalidate(account);
  }

  private async isFeatureBlocked(account: string): Promise<boolean> {
    return isBlocked(await this.blocks.of(account), 'processing', { isGuest: false });
  }
}

/** Whether processing was refused because the account is blocked, or has spent a limit: it waits until that ends. */
export function isRefusedAsBlocked(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'blocked' || error.code === 'quota_exceeded');
}

function undefinedWhenGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
