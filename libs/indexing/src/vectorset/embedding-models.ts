import { Bus } from '@lectern/bus';
import { AppError, describeModels, type ModelsInUse, systemPrincipal } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';

const BOXES_MAX = 10_000;
/** A box may be deleted, and its vectorset with it. */
const AGE_MS_MAX = 60_000;
/** Models that come or go while the service runs are noticed within this time. */
const MODELS_AGE_MS_MAX = 5_000;

/** The model that embeds what is in a knowledge box; its id is also the vectorset's. */
export interface EmbeddingModel {
  readonly id: string;
  readonly dimensions: number;
}

/** Knows by which model each knowledge box is embedded: that of its oldest vectorset, whatever the default is now. */
@Injectable()
export class EmbeddingModels {
  private readonly known = new QuickLRU<string, EmbeddingModel>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });
  private readonly models = new QuickLRU<'models', Promise<ModelsInUse>>({ maxSize: 1, maxAge: MODELS_AGE_MS_MAX });

  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * A box that has no vectors yet gets the default model and a vectorset for it.
   *
   * @throws AppError `unavailable` when the box has vectors of a model that is not installed
   */
  async of(kbid: string, signal: AbortSignal): Promise<EmbeddingModel> {
    const { embedder, embedders } = await this.installed(signal);
    const model = this.known.get(kbid) ?? (await this.choose(kbid, { embedder, embedders }));
    if (!embedders.some(({ id }) => id === model.id)) throw notInstalled(model.id);
    this.known.set(kbid, model);
    return model;
  }

  private async choose(
    kbid: string,
    { embedder, embedders }: Pick<ModelsInUse, 'embedder' | 'embedders'>,
  ): Promise<EmbeddingModel> {
    const isInstalled = (model: EmbeddingModel) => embedders.some(({ id }) => id === model.id);
    return this.transactions.run(async (tx) => {
      const present = await this.vectorsets.default(kbid, tx);
      if (present && (isInstalled(present) || (await this.vectorsets.hasVectors(present, tx)))) return present;
      if (present) await this.vectorsets.delete(present, tx);
      await this.vectorsets.ensure(kbid, embedder, tx);
      // Another process may have chosen at the same time.
      return (await this.vectorsets.default(kbid, tx)) ?? embedder;
    });
  }

  private async installed(signal: AbortSignal): Promise<ModelsInUse> {
    const known = this.models.get('models');
    if (known) return known;
    const asked = this.bus.request(describeModels, {}, { principal: systemPrincipal, signal });
    this.models.set('models', asked);
    return asked.catch((error: unknown) => {
      this.models.delete('models');
      throw error;
    });
  }
}

function notInstalled(id: string): AppError {
  const what = `The embedding model ${id} of this knowledge box is not installed`;
  return new AppError('unavailable', `${what}: what is added is found by its words until the model is there again`);
}
