import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { describeModels, type ModelsInUse } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/knowledge-box-rows';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** The model that embeds what is in a knowledge box; its id is also the vectorset's. */
export interface EmbeddingModel {
  readonly id: string;
  readonly dimensions: number;
}

/** Knows by which model each knowledge box is embedded: that of its oldest vectorset, whatever the default is now. */
@Injectable()
export class EmbeddingModels {
  /** No event says that a box was deleted, and its vectorset with it. */
  private readonly chosen = new Cache<EmbeddingModel>({ name: 'embedding_models', entriesMax: 10_000, ttlMs: 60_000 });
  /** Models that come or go while the service runs are noticed within this time. */
  private readonly installed = new Cache<ModelsInUse>({ name: 'installed_models', entriesMax: 1, ttlMs: 5_000 });

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
    // Others wait for the same answer: it does not end with the call that asked first.
    const describe = () => this.bus.request(describeModels, {}, { principal: systemPrincipal });
    const { embedder, embedders } = await this.installed.get('models', describe);
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
    const model = await this.chosen.get(kbid, () => this.choose(kbid, { embedder, embedders }));
    if (embedders.some(({ id }) => id === model.id)) return model;
    this.chosen.invalidate(kbid);
    throw notInstalled(model.id);
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
}

function notInstalled(id: string): AppError {
  const what = `The embedding model ${id} of this knowledge box is not installed`;
  return new AppError('unavailable', `${what}: what is added is found by its words until the model is there again`);
}
