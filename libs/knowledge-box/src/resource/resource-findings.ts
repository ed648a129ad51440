import { AppError } from '@lectern/contracts/core';
import type { FindingQuery, FindingState } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { WaitingFindings } from '@lectern/indexing';
import { type ResourceLocation, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 25;
const PAUSE_MS_MAX = 400;
const PAUSE_GROWTH = 1.4;

/** Waits for resources to become searchable. */
@Injectable()
export class ResourceFindings {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly findings: WaitingFindings,
  ) {}

  /** Returns when the resource can be found by keyword, is deleted, or the time is over. @throws AbortError */
  async await({ waitMs, ...location }: FindingQuery, signal: AbortSignal): Promise<FindingState> {
    const endMs = performance.now() + waitMs;
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MS_MAX)) {
      const state = await this.stateOf(location);
      const leftMs = endMs - performance.now();
      if (state.waits_for !== 'words' || leftMs <= 0) return state;
      await sleep(Math.min(pauseMs, leftMs), undefined, { signal });
    }
  }

  private stateOf(location: ResourceLocation): Promise<FindingState> {
    return this.transactions.read(async (tx) => {
      const resource = await this.resources.get(location, tx).catch(absent);
      if (!resource) return { waits_for: null };
      const found = await this.findings.among(resource.kbid, [resource], tx);
      return { waits_for: found.get(resource.id) ?? null };
    });
  }
}

function absent(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
