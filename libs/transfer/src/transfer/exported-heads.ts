import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { EXPORT_FORMAT, EXPORT_VERSION } from '@lectern/contracts/knowledge-box';
import { readBoxConfiguration } from '@lectern/contracts/understanding';
import { type KnowledgeBoxEntity, KnowledgeBoxRepository, VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Snapshot } from './exported-content';
import { jsonFrame } from './frame';
import { TransferContentRepository } from './transfer-content.repository';

/** Members of a learning configuration stored in the rows of boxes. */
const semanticMembers = ['semantic_models', 'default_semantic_model'];

/** Reads what the first item of an export says of its box. */
@Injectable()
export class ExportedHeads {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly content: TransferContentRepository,
    private readonly bus: Bus,
  ) {}

  /** @returns the item, the box's models, and the number of its resources */
  async read(
    kbid: string,
    tx: EntityManager,
  ): Promise<Pick<Snapshot, 'vectorsets'> & { readonly total: number; readonly head: Buffer }> {
    const learningConfiguration = await this.configuration(await this.boxes.read(kbid, tx));
    const rows = await this.vectorsets.list(kbid, tx);
    const vectorsets = rows.map(({ id, dimensions }) => ({ id, dimensions }));
    const total = await this.content.countResources(kbid, tx);
    const head = jsonFrame('LRN', {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      learning_configuration: learningConfiguration,
      vectorsets,
      resources: total,
      has_hidden: await this.content.hasHidden(kbid, tx),
    });
    return { vectorsets, total, head };
  }

  /**
   * The box's embedding models and the configuration stored by the understanding service, without keys; null if there
   * is none.
   */
  private async configuration({ id, account, learningConfiguration: given }: KnowledgeBoxEntity) {
    const call = { principal: systemPrincipal };
    const { configuration } = await this.bus.request(readBoxConfiguration, { body: { account, kbid: id } }, call);
    const semantic = Object.entries(given ?? {}).filter(([member]) => semanticMembers.includes(member));
    const whole = { ...Object.fromEntries(semantic), ...configuration };
    return Object.keys(whole).length === 0 ? null : whole;
  }
}
