import type { PushPayload } from '@lectern/contracts/understanding';
import { neededToProcess } from '@lectern/understanding';
import { type MonthlyUse, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { FileTokens } from './file-tokens';
import { pushedFields } from './pushed-field';

/** A push, and when it was accepted: tokens of its files were valid then. */
export interface DatedPush {
  readonly account: string;
  readonly payload: PushPayload;
  readonly pushedAt: Date;
}

/** Asks whether the limits of an account leave room for files and pushes, without taking any. */
@Injectable()
export class PushQuota {
  constructor(
    private readonly quota: UsageQuota,
    private readonly tokens: FileTokens,
  ) {}

  /** @throws AppError `quota_exceeded`, and `unavailable` when a limit cannot be held */
  async admitFile(account: string, contentType: string): Promise<void> {
    await this.quota.check(account, neededToProcess({ contentType, isStored: false }));
  }

  /** All texts and files of the push together. @throws as `admitFile` */
  async admitPush({ account, payload, pushedAt }: DatedPush): Promise<void> {
    const parts = pushedFields(payload).flatMap(({ pieces }) => pieces.flatMap((piece) => piece.parts));
    const uses = parts.map((part) => {
      const file = 'file' in part ? this.tokens.read(part.file, account, pushedAt) : undefined;
      return neededToProcess({ contentType: file?.contentType, isStored: false });
    });
    if (uses.length > 0) await this.quota.check(account, sumOf(uses));
  }
}

function sumOf(uses: readonly MonthlyUse[]): MonthlyUse {
  const sum = new Map<string, number>();
  for (const use of uses)
    for (const [name, amount] of Object.entries(use)) sum.set(name, (sum.get(name) ?? 0) + amount);
  return Object.fromEntries(sum);
}
