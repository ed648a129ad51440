import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readRetrievalSettings, type RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

type EmptiedBefore = Pick<RetrievalSettings, 'kbid' | 'rebuilding' | 'emptied'>;

/** What search must know of knowledge boxes: loaded again when it changes, and at least once a second. */
@Injectable()
export class BoxSettings {
  private readonly settings = new Cache<RetrievalSettings>({
    name: 'retrieval_settings',
    entriesMax: 10_000,
    ttlMs: 1_000,
    // No event says that the first vectorset was made, which happens when something is first embedded.
    lifetimeMs: ({ vectorsets }) => (vectorsets.length === 0 ? 0 : Infinity),
  });

  constructor(private readonly bus: Bus) {}

  /** @throws AppError `not_found`, `unavailable` */
  async of(kbid: string): Promise<RetrievalSettings> {
    const load = () => this.bus.request(readRetrievalSettings, { body: { kbid } }, { principal: systemPrincipal });
    return this.settings.get(kbid, load);
  }

  /**
   * Whether the indexes were emptied, or are, since the settings were read that a query was made of: what was found may
   * then lack anything. A box that is full again by now counts, too.
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
