import { Bus } from '@lectern/bus';
import { type Role, systemPrincipal } from '@lectern/contracts/core';
import type { ExportedHead, ExportedVectorset } from '@lectern/contracts/knowledge-box';
import { describeBoxEmbedders, describeModels } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImportState } from './import-state';
import { vectorsetOwner, whyLeftOut } from './record-owners';
import type { KnownVectorsets } from './transfer-head';

const call = { principal: systemPrincipal };

/** A model with vectors in the file. */
export interface IncomingVectorset extends ExportedVectorset {
  /** The box lacks it, and the caller may not add it. */
  readonly isLeftOut: boolean;
}

/** Compares the models of a file with those of a box. */
@Injectable()
export class VectorsetIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly bus: Bus,
  ) {}

  /** Models whose vectors a box can store; of a box that does not exist yet, only the installed ones. */
  async known(kbid?: string): Promise<KnownVectorsets> {
    if (kbid === undefined) return { present: [], installed: await this.installed() };
    const [present, installed] = await Promise.all([this.present(kbid), this.installed(kbid)]);
    return { present, installed };
  }

  /**
   * Models in the head that an import adds: any for callers who may add vectorsets; for others, those of the box, or
   * the default for a box without any.
   */
  async wanted(
    kbid: string,
    { vectorsets }: ExportedHead,
    roles: readonly Role[],
  ): Promise<readonly ExportedVectorset[]> {
    if (whyLeftOut(vectorsetOwner, roles) === undefined) return vectorsets;
    const present = await this.present(kbid);
    const known = present.length > 0 ? present : [(await this.bus.request(describeModels, {}, call)).embedder];
    return vectorsets.filter((one) => known.some(({ id }) => id === one.id));
  }

  async ensure(kbid: string, wanted: readonly ExportedVectorset[], tx: EntityManager): Promise<void> {
    for (const vectorset of wanted) await this.vectorsets.ensure(kbid, vectorset, tx);
  }

  /**
   * The models in the head, whose vectors are stored or skipped; missing vectors are embedded after the import.
   *
   * @param state receives a note for each skipped model
   */
  async incoming(
    kbid: string,
    {
      head,
      roles,
      state,
    }: { readonly head: ExportedHead; readonly roles: readonly Role[]; readonly state: ImportState },
  ): Promise<readonly IncomingVectorset[]> {
    const present = new Set((await this.present(kbid)).map((row) => row.id));
    const vectorsets = head.vectorsets.map((one) => ({ ...one, isLeftOut: !present.has(one.id) }));
    const why = whyLeftOut(vectorsetOwner, roles);
    const named = vectorsets.filter(({ isLeftOut }) => isLeftOut).map((one) => one.id);
    if (why !== undefined && named.length > 0) state.note(null, `${why} Models: ${named.join(', ')}.`);
    return vectorsets;
  }

  private present(kbid: string) {
    return this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
  }

  /** @param kbid the box whose own API keys also count */
  private async installed(kbid?: string) {
    const { embedders } = await this.bus.request(describeModels, {}, call);
    if (kbid === undefined) return embedders;
    return [...embedders, ...(await this.bus.request(describeBoxEmbedders, { body: { kbid } }, call)).embedders];
  }
}
