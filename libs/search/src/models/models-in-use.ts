import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { describeModels, type ModelsInUse as Models } from '@lectern/contracts/understanding';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation';

const TTL_MS = 30_000;
/** With an answer at hand it is not worth waiting long for the next. */
const DEADLINE_MS_WHEN_KNOWN = 1_000;

/** Which models the zone uses: loaded at most twice a minute; the last answer is used while there is no other. */
@Injectable()
export class ModelsInUse {
  private readonly models: Cache<Models>;

  constructor(
    private readonly bus: Bus,
    private readonly degradation: Degradation,
  ) {
    const on = (error: unknown) => {
      degradation.goOnWithout('models', error);
      return true;
    };
    const stale = { forMs: Infinity, retryMs: TTL_MS, on };
    this.models = new Cache({ name: 'models_in_use', entriesMax: 1, ttlMs: TTL_MS, stale });
  }

  /** @throws AppError `unavailable`, `deadline_exceeded` when it was never answered */
  async describe(): Promise<Models> {
    return this.models.get('models', (known) => {
      const deadlineMs = known && DEADLINE_MS_WHEN_KNOWN;
      return this.bus.request(describeModels, {}, { principal: systemPrincipal, deadlineMs });
    });
  }

  /** Undefined when it was never answered, where search goes on by words alone. @throws AppError `cancelled` */
  async ifKnown(): Promise<Models | undefined> {
    try {
      return await this.describe();
    } catch (error) {
      this.degradation.goOnWithout('models', error);
      return undefined;
    }
  }
}
