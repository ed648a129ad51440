import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/resource-store';
import { Cache, Readiness } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';
import { VectorsetEmbedders } from './vectorset-embedders';

/** Maximum number of models in use that are checked. */
const MODELS_MAX = 100;
const MODELS_NAMED = 10;
/** The list of models changes rarely, and is read from a table of all boxes. */
const LISTED_MS = 30_000;

/** Reports models that have vectors of knowledge boxes but are not installed, in the readiness of the process. */
@Injectable()
export class VectorsetReadiness {
  private readonly missing = new Cache<readonly string[]>({ name: 'missing_models', entriesMax: 1, ttlMs: LISTED_MS });

  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly models: VectorsetEmbedders,
    @Optional() readiness?: Readiness,
  ) {
    readiness?.register('vectorsets', () => this.check(), { otherwise: 'degraded' });
  }

  /** @throws AppError `unavailable` naming models of boxes that are not installed */
  async check(): Promise<void> {
    // An unavailable database or model service is reported by its own check.
    const missing = await this.missing.get('models', () => this.listMissing()).catch(() => []);
    if (missing.length === 0) return;
    const named = missing.slice(0, MODELS_NAMED).join(', ');
    const more = missing.length > MODELS_NAMED ? ' and more' : '';
    throw new AppError(
      'unavailable',
      `embedding models of knowledge boxes are not installed: ${named}${more}; what is added to these boxes is found ` +
        'by its words only. Run "lectern models add" with each and start again',
    );
  }

  /** A model with keys of boxes is looked up with the keys of one such box. */
  private async listMissing(): Promise<readonly string[]> {
    const used = await this.transactions.read((tx) => this.vectorsets.listModels(MODELS_MAX, tx));
    const { embedders } = await this.models.describe();
    const unknown = used.filter(({ id }) => embedders.every((embedder) => embedder.id !== id));
    const missing: string[] = [];
    for (const { id, kbid } of unknown) {
      const own = await this.models.describeFor({ kbid, ids: [id] });
      if (own.embedders.every((embedder) => embedder.id !== id)) missing.push(`${id} (of ${kbid})`);
    }
    return missing;
  }
}
