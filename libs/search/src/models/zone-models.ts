import { Bus } from '@lectern/bus';
import { AppError, invalidRequest, type Principal, systemPrincipal } from '@lectern/contracts/core';
import {
  describeBoxEmbedders,
  describeGenerator,
  type EmbedderInUse,
  describeModels,
  type GeneratorInUse,
  type ModelsInUse as Models,
} from '@lectern/contracts/understanding';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { listedGenerator } from './requested-model';

/** The knowledge box and the caller of a request. */
export interface ModelAsker {
  readonly kbid: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

const TTL_MS = 30_000;
/** New keys of a box take effect after this time. */
const OWN_TTL_MS = 5_000;
/** With a cached response available, a long wait for a new one is not worthwhile. */
const DEADLINE_MS_WHEN_KNOWN = 1_000;

/** The models of the zone, loaded at most twice per minute; the last response is used until a new one arrives. */
@Injectable()
export class ZoneModels {
  private readonly models: Cache<Models>;
  private readonly own = new Cache<readonly EmbedderInUse[]>({
    name: 'own_embedders',
    entriesMax: 1_000,
    ttlMs: OWN_TTL_MS,
  });

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

  /** @throws AppError `unavailable`, `deadline_exceeded` when no response was ever received */
  async describe(): Promise<Models> {
    return this.models.get('models', (known) => {
      const deadlineMs = known && DEADLINE_MS_WHEN_KNOWN;
      return this.bus.request(describeModels, {}, { principal: systemPrincipal, deadlineMs });
    });
  }

  /**
   * The model that answers a request: one that the deployment lists or the account has configured.
   *
   * @throws AppError `invalid_request` when the request names neither
   */
  async generatorOf(
    request: { readonly generative_model?: string | null },
    { kbid, principal, signal }: ModelAsker,
  ): Promise<GeneratorInUse> {
    const { generative_model: model } = request;
    const listed = listedGenerator(request, await this.describe());
    if (listed || !model) return listed ?? (await this.describe()).generator;
    try {
      return (await this.bus.request(describeGenerator, { body: { kbid, model } }, { principal, signal })).generator;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
      const msg = `Value error, ${error.message}`;
      throw invalidRequest([{ type: 'value_error', loc: ['body', 'generative_model'], msg, input: model }]);
    }
  }

  /**
   * The model that answers a question to a box: the one the question names, or the box's choice. If the box's choice
   * cannot be read, the default of the deployment.
   *
   * @throws AppError as `generatorOf`
   */
  async answering(request: { readonly generative_model?: string | null }, asker: ModelAsker): Promise<GeneratorInUse> {
    if (request.generative_model) return this.generatorOf(request, asker);
    const { kbid, principal, signal } = asker;
    try {
      return (await this.bus.request(describeGenerator, { body: { kbid } }, { principal, signal })).generator;
    } catch (error) {
      this.degradation.goOnWithout('models', error);
      return (await this.describe()).generator;
    }
  }

  /** The same, plus the models for which the box has keys if `id` is not an installed model. */
  async ifKnownTo(kbid: string, id: string | undefined): Promise<Models | undefined> {
    const models = await this.ifKnown();
    if (!models || id === undefined || models.embedders.some((model) => model.id === id)) return models;
    try {
      const load = async () =>
        (await this.bus.request(describeBoxEmbedders, { body: { kbid } }, { principal: systemPrincipal })).embedders;
      return { ...models, embedders: [...models.embedders, ...(await this.own.get(kbid, load))] };
    } catch (error) {
      this.degradation.goOnWithout('models', error);
      return models;
    }
  }

  /** Undefined if no response was ever received; search then continues by keyword only. @throws AppError `cancelled` */
  async ifKnown(): Promise<Models | undefined> {
    try {
      return await this.describe();
    } catch (error) {
      this.degradation.goOnWithout('models', error);
      return undefined;
    }
  }
}
