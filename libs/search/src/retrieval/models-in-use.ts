import { Bus } from '@lectern/bus';
import { describeModels, type ModelsInUse as Models, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';

const AGE_MS_MAX = 30_000;

/** Which models the zone uses, asked for at most twice a minute. */
@Injectable()
export class ModelsInUse {
  private known?: { readonly models: Promise<Models>; readonly atMs: number };

  constructor(private readonly bus: Bus) {}

  async describe(): Promise<Models> {
    if (this.known && performance.now() - this.known.atMs < AGE_MS_MAX) return this.known.models;
    const models = this.bus.request(describeModels, {}, { principal: systemPrincipal });
    const known = { models, atMs: performance.now() };
    this.known = known;
    try {
      return await models;
    } catch (error) {
      if (this.known === known) this.known = undefined;
      throw error;
    }
  }
}
