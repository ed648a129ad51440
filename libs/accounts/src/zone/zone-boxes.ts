import { Bus } from '@lectern/bus';
import { type IndexedKnowledgeBoxes, indexRemoteZone } from '@lectern/contracts/accounts';
import { AppError, type Call, systemPrincipal } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { Injectable, Logger } from '@nestjs/common';
import type { ZoneEntity } from './zone.entity';
import { ZoneService } from './zone.service';

/** A knowledge box as its zone knows it, with the id of the zone. */
export type ZoneBox = IndexedKnowledgeBoxes['boxes'][number] & { readonly zoneId: string };

type Circumstances = Pick<Call, 'signal' | 'requestId'>;

/** Finds the knowledge boxes of an account in all zones. */
@Injectable()
export class ZoneBoxes {
  private readonly logger = new Logger('Zones');

  constructor(
    private readonly bus: Bus,
    private readonly zones: ZoneService,
  ) {}

  /**
   * @returns also when a zone elsewhere does not answer, without its boxes: no zone depends on another
   * @throws AppError `unavailable` when the zone beside this service does not answer
   */
  async of(account: string, call: Circumstances): Promise<readonly ZoneBox[]> {
    const zones = await this.zones.rows();
    const remote = zones.filter(({ isRemote }) => isRemote);
    const beside = zones.length > remote.length ? [this.beside(account, call)] : [];
    const answers = await Promise.all([...beside, ...remote.map((zone) => this.elsewhere(zone, account, call))]);
    const ids = new Map(zones.map(({ slug, id }) => [slug, id]));
    return answers.flat().flatMap((box) => {
      const zoneId = ids.get(box.zone);
      return zoneId === undefined ? [] : [{ ...box, zoneId }];
    });
  }

  private async beside(account: string, call: Circumstances): Promise<IndexedKnowledgeBoxes['boxes']> {
    const { boxes } = await this.bus.request(indexKnowledgeBoxes, { body: { account } }, options(call));
    return boxes;
  }

  private async elsewhere(
    { slug: zone, origin }: ZoneEntity,
    account: string,
    call: Circumstances,
  ): Promise<IndexedKnowledgeBoxes['boxes']> {
    try {
      const { boxes } = await this.bus.request(indexRemoteZone, { body: { zone, origin, account } }, options(call));
      return boxes.filter((box) => box.zone === zone);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
      this.logger.warn(`Zone ${zone} does not list its knowledge boxes: ${error.message}`);
      return [];
    }
  }
}

function options({ signal, requestId }: Circumstances) {
  return { principal: systemPrincipal, signal, requestId };
}
