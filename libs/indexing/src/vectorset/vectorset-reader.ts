import { AppError } from '@lectern/contracts/core';
import type { BoxVectorsets, ModelUse, OwnedBoxReference, VectorsetList } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository, VectorsetContentRepository, VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { VectorsetEmbedders } from './vectorset-embedders';

const MODELS_MAX = 1_000;

/** Lists the vectorsets of a box and their missing vectors. */
@Injectable()
export class VectorsetReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly contents: VectorsetContentRepository,
    private readonly models: VectorsetEmbedders,
  ) {}

  /** @throws AppError `not_found` */
  async list(kbid: string): Promise<VectorsetList> {
    await this.boxes.get(kbid);
    const [present, lacking] = await this.transactions.read((tx) =>
      Promise.all([this.vectorsets.list(kbid, tx), this.contents.countLacking(kbid, tx)]),
    );
    if (present.length === 0) return { vectorsets: [{ id: (await this.models.describe()).embedder.id }] };
    return {
      vectorsets: present.map(({ id, fillCursor }) => {
        const waiting = lacking.get(id) ?? 0;
        return { id, ...((waiting > 0 || fillCursor !== null) && { waiting }) };
      }),
    };
  }

  /** @throws AppError `not_found`, also when the box belongs to another account */
  async read({ account, kbid }: OwnedBoxReference): Promise<BoxVectorsets> {
    const box = await this.boxes.get(kbid);
    if (box.account !== account) throw new AppError('not_found', 'Knowledge Box does not exist');
    const present = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    return { ids: present.map(({ id }) => id) };
  }

  /** For all boxes of the zone. @throws AppError of the bus */
  async readModelUse(): Promise<ModelUse> {
    const { embedder, embedders, reranker } = await this.models.describe();
    const boxes = await this.transactions.read((tx) => this.vectorsets.countBoxes(MODELS_MAX, tx));
    const installed = new Set(embedders.map(({ id }) => id));
    const ids = [...new Set([...installed, ...boxes.keys()])].sort().slice(0, MODELS_MAX);
    return {
      default_embedder: embedder.id,
      reranker: reranker.id,
      embedders: ids.map((id) => ({ id, installed: installed.has(id), knowledge_boxes: boxes.get(id) ?? 0 })),
    };
  }
}
