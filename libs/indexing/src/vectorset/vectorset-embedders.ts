import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { describeBoxEmbedders, describeModels, type ModelsInUse } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { type NewVectorset, VectorsetRepository } from '@lectern/resource-store';
import { Cache } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { batched } from '../queue/batched';
import { EmbedderMoves } from './embedder-move';

/** A model that embeds the contents of a knowledge box; its id is also the vectorset's. */
export interface EmbeddingModel {
  readonly id: string;
  readonly dimensions: number;
}

/** The models of the vectorsets of a box, oldest first. */
export interface BoxModels {
  readonly installed: readonly EmbeddingModel[];
  /** Models that are not installed. */
  readonly missing: readonly EmbeddingModel[];
}

type Embedders = ModelsInUse['embedders'];

/** Models that a box uses. */
export interface Wanted {
  readonly kbid: string;
  readonly ids: readonly string[];
  /** Whether keys that were just added must be included. */
  readonly refresh?: boolean;
}

type Installed = Pick<ModelsInUse, 'embedder' | 'embedders' | 'reranker' | 'candidates'>;

/** After this time, the languages of a box are counted again. */
const LOOK_AGAIN_MS = 15_000;
const reads = { max: 64, gatherMs: 2 };

/** Knows the embedding models of each knowledge box: those of its vectorsets, regardless of the current default. */
@Injectable()
export class VectorsetEmbedders {
  private readonly logger = new Logger('Embedding');
  /** Models that are added or removed while the service runs are noticed within this time. */
  private readonly installed = new Cache<ModelsInUse>({ name: 'installed_models', entriesMax: 1, ttlMs: 5_000 });
  /** Models available with the keys of a box. */
  private readonly own = new Cache<Embedders>({ name: 'own_embedders', entriesMax: 1_000, ttlMs: 5_000 });
  /** Boxes whose languages were checked recently. */
  private readonly looked = new Cache<true>({ name: 'box_languages', entriesMax: 10_000, ttlMs: LOOK_AGAIN_MS });
  /** Not cached: content stored after a new vectorset is added must be embedded in it, too. */
  private readonly present = batched((kbids: readonly string[]) => this.listAll(kbids), reads);

  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly bus: Bus,
    private readonly moves: EmbedderMoves,
  ) {}

  /**
   * A box without vectors gets the model that suits its contents, and a vectorset for it. A model that nobody chose is
   * replaced while the box is small and turns out to be in other languages.
   */
  async of(kbid: string, signal: AbortSignal): Promise<BoxModels> {
    const present = await this.present(kbid);
    const models = await this.describeFor({ kbid, ids: present.map(({ id }) => id) });
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
    if (present.length === 1) await this.looked.get(kbid, () => this.moveWhereBetter(kbid, models));
    const isUsable = present.length > 0 && (present.length > 1 || isAmong(models, present[0]));
    const chosen = isUsable
      ? present
      : await this.transactions.run(async (tx) => {
          await this.ensureDefault(kbid, models, tx);
          return this.vectorsets.list(kbid, tx);
        });
    const all = chosen.map(({ id, dimensions }) => ({ id, dimensions }));
    return {
      installed: all.filter((model) => isAmong(models, model)),
      missing: all.filter((model) => !isAmong(models, model)),
    };
  }

  /** A failed move is no reason not to embed. */
  private async moveWhereBetter(kbid: string, models: Installed): Promise<true> {
    await this.moves.beginWhereBetter(kbid, models).catch((err: unknown) => {
      this.logger.warn({ message: `Whether the embedding model of ${kbid} suits it is not known`, err });
    });
    return true;
  }

  /** The installed models. @throws AppError of the bus */
  async describe(): Promise<Installed> {
    // Others wait for the same answer, so it does not end with the first caller.
    return this.installed.get('models', () => this.bus.request(describeModels, {}, { principal: systemPrincipal }));
  }

  /**
   * The installed models, and those available with the box's keys when one of the models is not installed.
   *
   * @throws AppError of the bus
   */
  async describeFor({ kbid, ids, refresh }: Wanted): Promise<Installed> {
    const models = await this.describe();
    if (ids.every((id) => isAmong(models, { id }))) return models;
    const load = async () =>
      (await this.bus.request(describeBoxEmbedders, { body: { kbid } }, { principal: systemPrincipal })).embedders;
    const own = await this.own.get(kbid, load, { refresh });
    return { ...models, embedders: [...models.embedders, ...own.filter((model) => !isAmong(models, model))] };
  }

  /** A single vectorset without vectors whose model is not installed is replaced by that of the default model. */
  async ensureDefault(kbid: string, models: Installed, tx: EntityManager): Promise<void> {
    const [present, ...others] = await this.vectorsets.list(kbid, tx);
    if (present && (others.length > 0 || isAmong(models, present))) return;
    if (present && (await this.vectorsets.hasVectors(present, tx))) return;
    const chosen = await this.moves.choose(kbid, models, tx);
    if (present) await this.vectorsets.replace(present, chosen, tx);
    else await this.vectorsets.ensure(kbid, chosen, tx);
  }

  private async listAll(kbids: readonly string[]): Promise<readonly (readonly NewVectorset[])[]> {
    const byBox = await this.transactions.read((tx) => this.vectorsets.listMany(kbids, tx));
    return kbids.map((kbid) => byBox.get(kbid) ?? []);
  }
}

function isAmong({ embedders }: Installed, model: Pick<NewVectorset, 'id'> | undefined): boolean {
  return embedders.some(({ id }) => id === model?.id);
}

/** The reason why a vectorset gets no vectors. */
export function notInstalled({ id }: EmbeddingModel): AppError {
  const what = `The embedding model ${id} of this knowledge box is not installed`;
  return new AppError('unavailable', `${what}: what is added is found by its words until the model is there again`);
}
