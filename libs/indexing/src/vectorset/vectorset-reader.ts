import { AppError } from '@lectern/contracts/core';
import type { BoxVectorsets, OwnedBoxReference, VectorsetList } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository, VectorsetContentRepository, VectorsetRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { EmbeddingModels } from './embedding-models';

/** Tells which vectorsets a box has, and what they lack. */
@Injectable()
export class VectorsetReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly contents: VectorsetContentRepository,
    private readonly models: EmbeddingModels,
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
}
