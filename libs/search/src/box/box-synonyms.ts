import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readSynonyms } from '@lectern/contracts/knowledge-box';
import { Cache } from '@lectern/runtime';
import type { Synonyms } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';

/** Custom synonyms of knowledge boxes, reloaded when they change and at least once per second. */
@Injectable()
export class BoxSynonyms {
  private readonly synonyms = new Cache<Synonyms>({ name: 'synonyms', entriesMax: 100, ttlMs: 1_000 });

  constructor(
    private readonly bus: Bus,
    private readonly degradation: Degradation,
  ) {}

  /** Undefined when they could not be read: searches then continue without them. */
  async of(kbid: string): Promise<Synonyms | undefined> {
    const load = () => this.bus.request(readSynonyms, { body: { kbid } }, { principal: systemPrincipal });
    try {
      return await this.synonyms.get(kbid, async () => (await load()).synonyms);
    } catch (error) {
      this.degradation.goOnWithout('synonyms', error);
      return undefined;
    }
  }

  invalidate(kbid: string): void {
    this.synonyms.invalidate(kbid);
  }
}
