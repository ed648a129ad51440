import { Bus } from '@lectern/bus';
import type { DocumentPiece, Principal } from '@lectern/contracts/core';
import {
  type SearchConfiguration,
  searchConfigurationChanged,
  type SearchConfigurationPayload,
  type SearchConfigurationReference,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { type SearchConfigurationEntity } from './search-configuration.entity';
import { SearchConfigurationRepository } from './search-configuration.repository';
import { Injectable } from '@nestjs/common';
import { documentPieces } from '../document/pieces';
import { admitSearchConfiguration, configurationFor, searchConfigurationRow } from './search-configuration-row';

/** Each one has up to 400,000 characters. */
const READ_TOGETHER = 10;

/** Search configurations of knowledge boxes; publishes that they changed. */
@Injectable()
export class SearchConfigurationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly configurations: SearchConfigurationRepository,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `conflict`, `quota_exceeded`, `not_found` when the box does not exist */
  async create({ kbid, name }: SearchConfigurationReference, payload: SearchConfigurationPayload): Promise<null> {
    await this.transactions.run(async (tx) => {
      await this.boxes.hold(kbid, tx);
      await admitSearchConfiguration(kbid, this.configurations, tx);
      await this.configurations.insert(searchConfigurationRow({ kbid, name }, payload), tx);
    });
    return this.publishChange({ kbid, name });
  }

  /** @throws AppError `not_found` */
  async replace({ kbid, name }: SearchConfigurationReference, payload: SearchConfigurationPayload): Promise<null> {
    await this.transactions.single((tx) =>
      this.configurations.replace(searchConfigurationRow({ kbid, name }, payload), tx),
    );
    return this.publishChange({ kbid, name });
  }

  /** @throws AppError `not_found` */
  async delete({ kbid, name }: SearchConfigurationReference): Promise<null> {
    await this.transactions.single((tx) => this.configurations.delete({ kbid, name }, tx));
    return this.publishChange({ kbid, name });
  }

  /** @throws AppError `not_found` */
  async get({ kbid, name }: SearchConfigurationReference, principal: Principal): Promise<SearchConfiguration> {
    const row = await this.transactions.read((tx) => this.configurations.get({ kbid, name }, tx));
    return configurationFor(principal, row);
  }

  /** All configurations of the box by name, read in batches. */
  async *list(kbid: string, principal: Principal): AsyncGenerator<DocumentPiece> {
    let rows: SearchConfigurationEntity[] = [];
    do {
      const page = { after: rows.at(-1)?.name ?? '', limit: READ_TOGETHER };
      rows = await this.transactions.read((tx) => this.configurations.list(kbid, page, tx));
      yield* documentPieces(Object.fromEntries(rows.map((row) => [row.name, configurationFor(principal, row)])));
    } while (rows.length === READ_TOGETHER);
  }

  private publishChange({ kbid, name }: SearchConfigurationReference): null {
    this.bus.publish(searchConfigurationChanged, { kbid, name });
    return null;
  }
}
