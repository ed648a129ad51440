import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readRetrievalSettings, type RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

type EmptiedBefore = Pick<RetrievalSettings, 'kbid' | 'rebuilding' | 'emptied'>;

/** Settings of knowledge boxes that search needs, reloaded when they change and at least once per second. */
@Injectable()
export class BoxSettings {
  private readonly settings = new Cache<RetrievalSettings>({
    name: 'retrieval_settings',
    entriesMax: 10_000,
    ttlMs: 1_000,
    // No event announces the first vectorset, which is created with the first embedding.
    lifetimeMs: ({ vectorsets }) => (vectorsets.length === 0 ? 0 : Infinity),
  });

  constructor(private readonly bus: Bus) {}

  /** @throws AppError `not_found`, `unavailable` */
  async of(kbid: string): Promise<RetrievalSettings> {
    const load = () => this.bus.request(readRetrievalSettings, { body: { kbid } }, { principal: systemPrincipal });
    return this.settings.get(kbid, load);
  }

  /**
   * Whether the indexes were emptied, or are being emptied, since the settings for a query were read, so that its
   * results may be incomplete. True even if the box has been filled again.
   */
  async isEmptiedSince({ kbid, rebuilding, emptied }: EmptiedBefore): Promise<boolean> {
    if (rebuilding) return true;
    const now = await this.of(kbid);
    return now.rebuilding || (now.emptied !== undefined && now.emptied !== emptied);
  }

  invalidate(kbid: string): void {
    this.settings.invalidate(kbid);
  }
}
