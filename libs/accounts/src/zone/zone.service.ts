import type { Zone, ZoneAnnouncement, ZoneList } from '@lectern/contracts/accounts';
import { AppError, type Principal, zonePeer } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { ZoneEntity } from './zone.entity';
import { ZoneRepository } from './zone.repository';

/** Zones, as they announce themselves at each start, so that clients learn a new address. */
@Injectable()
export class ZoneService {
  constructor(
    private readonly transactions: Transactions,
    private readonly zones: ZoneRepository,
  ) {}

  /** @throws AppError `forbidden` when a zone speaks for another */
  async announce({ slug, title, origin }: ZoneAnnouncement, { kind, id }: Principal): Promise<null> {
    const isRemote = kind === 'peer';
    if (isRemote && id !== zonePeer(slug)) throw new AppError('forbidden', `${id} speaks for zone ${slug}`);
    await this.transactions.run((tx) => this.zones.put({ slug, title, origin, isRemote }, tx));
    return null;
  }

  /** None belongs to one account alone, so all accounts see the same. */
  async list(): Promise<ZoneList> {
    const rows = await this.rows();
    const zones: Zone[] = rows.map(({ id, slug, title, origin }) => ({
      id,
      slug,
      title,
      origin,
      cloud_provider: 'SELF_HOSTED',
      private: false,
    }));
    return { zones };
  }

  rows(): Promise<readonly ZoneEntity[]> {
    return this.transactions.read((tx) => this.zones.list(tx));
  }
}
