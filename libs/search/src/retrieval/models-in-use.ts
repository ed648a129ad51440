import { Bus } from '@lectern/bus';
import { describeModels, type ModelsInUse as Models, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { Degradation } from './degradation';

const AGE_MS_MAX = 30_000;
/** Who knows an answer already does not wait long for another. */
const DEADLINE_MS_WHEN_KNOWN = 1_000;

/** Which models the zone uses, asked for at most twice a minute; the last answer holds while nobody gives another. */
@Injectable()
export class ModelsInUse {
  private known?: { readonly models: Promise<Models>; readonly atMs: number };
  private last?: Models;

  constructor(
    private readonly bus: Bus,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `unavailable`, `deadline_exceeded` when it was never answered */
  async describe(): Promise<Models> {
    if (this.known && performance.now() - this.known.atMs < AGE_MS_MAX) return this.known.models;
    const known = { models: this.ask(), atMs: performance.now() };
    this.known = known;
    try {
      return await known.models;
    } catch (error) {
      if (this.known === known) this.known = undefined;
      throw error;
    }
  }

  private async ask(): Promise<Models> {
    const deadlineMs = this.last && DEADLINE_MS_WHEN_KNOWN;
    try {
      this.last = await this.bus.request(describeModels, {}, { principal: systemPrincipal, deadlineMs });
    } catch (error) {
      if (!this.last) throw error;
      this.degradation.goOnWithout('models', error);
    }
    return this.last;
  }
}
