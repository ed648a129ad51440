import { Bus } from '@lectern/bus';
import { AppError, asUuid, systemPrincipal } from '@lectern/contracts/core';
import { readBoxVectorsets } from '@lectern/contracts/knowledge-box';
import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';

/** Reads the embedding models of knowledge boxes in this zone from the knowledge-box service. */
@Injectable()
export class BoxEmbeddingModels {
  constructor(private readonly bus: Bus) {}

  /**
   * @returns ids, the default one first; undefined when the account has no such box in this zone
   * @throws AppError `unavailable`, `deadline_exceeded`
   */
  async find({ account, kbid }: OwnedConfiguration): Promise<readonly string[] | undefined> {
    if (asUuid(kbid) !== kbid) return undefined;
    const call = { principal: systemPrincipal };
    try {
      return (await this.bus.request(readBoxVectorsets, { body: { account, kbid } }, call)).ids;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
