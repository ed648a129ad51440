import { deployment } from '@lectern/config';
import type { Zone, ZoneList } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ZoneRepository } from './zone.repository';

/** Knows the zones. The configured one is entered at every start, so that a new address is told to clients. */
@Injectable()
export class ZoneService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly zones: ZoneRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    const { zone } = deployment();
    await this.transactions.run((tx) => this.zones.put(zone, tx));
  }

  /** None belongs to one account alone, so all accounts see the same. */
  async list(): Promise<ZoneList> {
    const rows = await this.transactions.run((tx) => this.zones.list(tx));
    const zones: Zone[] = rows.map((row) => ({ ...row, cloud_provider: 'SELF_HOSTED', private: false }));
    return { zones };
  }
}
