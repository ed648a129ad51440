import type { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AppError, type BlockableFeature, systemPrincipal } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { Cache } from './cache';

/** Gateways cache a zone's answers for 4 s, so a block takes effect within 5 s. */
const HEARD_MS = 1_000;
/** How long an earlier answer is used before the accounts service is asked again. */
const REMEMBERED_MS = 5_000;
/** A zone can work without the accounts service, so it waits no longer than this. */
const ASK_MS = 1_000;
const logger = new Logger('AccountBlocks');

/** What an account may not do. */
export interface AccountBounds {
  readonly features: readonly BlockableFeature[];
  /** Limits by name. */
  readonly limits: Readonly<Record<string, number>>;
}

/** Features that are blocked for an account, and its limits. */
export interface KnownBlocks extends AccountBounds {
  /** Whether the accounts service has just answered; otherwise this is an earlier answer. */
  readonly isHeard: boolean;
}

/** Blocks by account: cached for 1 s after an answer of the accounts service, otherwise for 5 s. @param name unique */
export function blocksCache(name: string): Cache<KnownBlocks> {
  return new Cache({
    name,
    entriesMax: 10_000,
    ttlMs: REMEMBERED_MS,
    lifetimeMs: ({ isHeard }) => (isHeard ? HEARD_MS : REMEMBERED_MS),
  });
}

/**
 * Asks the accounts service; undefined when it does not answer within a second or does not know the account. A module
 * that uses this declares that it calls `resolveAccount`.
 */
export async function heardBlocks(account: string, bus: Bus): Promise<AccountBounds | undefined> {
  const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
  try {
    const { blockedFeatures = [], limits = {} } = await bus.request(resolveAccount, { body: { account } }, options);
    return { features: blockedFeatures, limits };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.debug(`Using the last known blocks of account ${account}: ${error.message}`);
    return undefined;
  }
}
