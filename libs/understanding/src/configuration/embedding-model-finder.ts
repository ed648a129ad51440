import { Bus } from '@lectern/bus';
import { AppError, asUuid, systemPrincipal } from '@lectern/contracts/core';
import { readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import type { EmbedderInUse, EmbeddingBox, TextsToEmbed } from '@lectern/contracts/understanding';
import { type Embedder, Embedders, ProviderEmbedders } from '@lectern/models';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { StoredKeys } from '../account-model/user-keys';
import { ConfigurationRows } from './configuration-rows';

const OWNERS_MAX = 10_000;
const OWNER_TTL_MS = 3_600_000;

/** Finds embedding models: those of the deployment, and those for which a knowledge box has keys. */
@Injectable()
export class EmbeddingModelFinder {
  /** Cached, because boxes never change their account. */
  private readonly owners = timedEntries<string>(OWNERS_MAX, OWNER_TTL_MS);

  constructor(
    private readonly embedders: Embedders,
    private readonly own: ProviderEmbedders,
    private readonly rows: ConfigurationRows,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `unavailable` when the deployment has no such model and the box has no keys for it */
  async of({ kbid, model }: Pick<TextsToEmbed, 'kbid' | 'model'>): Promise<Embedder> {
    if (model === undefined) return this.embedders.default;
    const isOwn = !this.embedders.find(model) && this.own.lacking(model) !== undefined;
    const own = isOwn ? this.own.find(model, await this.keysOf({ kbid })) : undefined;
    return own ?? this.embedders.get(model);
  }

  /** Finds a model available with these keys. */
  find(id: string, keys: StoredKeys): Embedder | undefined {
    return this.embedders.find(id) ?? this.own.find(id, keys);
  }

  /** Whether the deployment lacks it, so that it is called with keys of a box. */
  isOwn(id: string): boolean {
    return this.embedders.find(id) === undefined;
  }

  /** Like `find`. @throws AppError `unavailable` when the model does not exist */
  get(id: string, keys: StoredKeys): Embedder {
    return this.find(id, keys) ?? this.embedders.get(id);
  }

  /** Error message for a missing model. */
  problemWith(id: string): string {
    const lacking = this.own.lacking(id);
    if (lacking !== undefined) return `The embedding model ${id} needs ${lacking}`;
    const present = this.embedders.list().map((model) => model.id);
    return `Unknown embedding model ${id}; this deployment has ${present.join(', ')}`;
  }

  /** Models that are only available with the keys of the box. */
  async listOwn(box: EmbeddingBox): Promise<readonly EmbedderInUse[]> {
    return this.own.list(await this.keysOf(box)).map(({ description }) => description);
  }

  private async keysOf({ kbid, account }: EmbeddingBox): Promise<StoredKeys> {
    if (asUuid(kbid) === undefined) return {};
    const owner = { kbid, account: account ?? (await this.ownerOf(kbid)) };
    return (await this.rows.find(owner))?.keys ?? {};
  }

  private async ownerOf(kbid: string): Promise<string> {
    const known = this.owners.get(kbid);
    if (known !== undefined) return known;
    const { account } = await this.bus.request(
      readRetrievalSettings,
      { body: { kbid } },
      { principal: systemPrincipal },
    );
    if (account === undefined) throw new AppError('not_found', 'Knowledge Box does not exist');
    this.owners.set(kbid, account);
    return account;
  }
}
