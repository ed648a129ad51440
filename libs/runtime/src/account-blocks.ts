import type { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AppError, type BlockableFeature, systemPrincipal } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { Cache } from './cache';

/** Gateways cache what they learn from a zone for 4 s: a block acts within 5 s. */
const HEARD_MS = 1_000;
/** How long an earlier answer is used before the accounts service is asked again. */
const REMEMBERED_MS = 5_000;
/** A zone waits no longer than this for the accounts service: it works without it. */
const ASK_MS = 1_000;
const logger = new Logger('AccountBlocks');

/** Features that are blocked for an account. */
export interface KnownBlocks {
  readonly features: readonly BlockableFeature[];
  /** Whether the accounts service just said so; otherwise it is an earlier answer. */
  readonly isHeard: boolean;
}

/** Blocks by account: kept for 1 s when the accounts service has just said so, otherwise for 5 s. @param name unique */
export function blocksCache(name: string): Cache<KnownBlocks> {
  return new Cache({
    name,
    entriesMax: 10_000,
    ttlMs: REMEMBERED_MS,
    lifetimeMs: ({ isHeard }) => (isHeard ? HEARD_MS : REMEMBERED_MS),
  });
}

/**
 * Answer of the accounts service within a second; undefined when it does not answer, or does not know the account. A
 * module that uses this declares that it calls `resolveAccount`.
 */
export async function heardBlocks(account: string, bus: Bus): Promise<readonly BlockableFeature[] | undefined> {
  const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
  try {
    const { blockedFeatures = [] } = await bus.request(resolveAccount, { body: { account } }, options);
    return blockedFeatures;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.debug(`Account ${account} is taken as it was: ${error.message}`);
    return undefined;
  }
}
