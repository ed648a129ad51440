import { Bus } from '@lectern/bus';
import { type CustomSynonyms, type CustomSynonymsPayload, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { storable, Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { SynonymsRepository } from './synonyms.repository';
import { Injectable } from '@nestjs/common';

/** Custom synonyms of knowledge boxes; publishes that they changed. */
@Injectable()
export class SynonymsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly synonyms: SynonymsRepository,
    private readonly bus: Bus,
  ) {}

  /** Replaces all synonyms. @throws AppError `not_found` */
  async put(kbid: string, { synonyms }: CustomSynonymsPayload): Promise<null> {
    await this.transactions.run(async (tx) => {
      await this.boxes.hold(kbid, tx);
      await this.synonyms.put({ kbid, synonyms: storable(synonyms) }, tx);
    });
    this.bus.publish(synonymsChanged, { kbid });
    return null;
  }

  async get(kbid: string): Promise<CustomSynonyms> {
    return { synonyms: await this.transactions.read((tx) => this.synonyms.read(kbid, tx)) };
  }

  async delete(kbid: string): Promise<null> {
    await this.transactions.single((tx) => this.synonyms.delete(kbid, tx));
    this.bus.publish(synonymsChanged, { kbid });
    return null;
  }
}
