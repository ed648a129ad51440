import { Handles } from '@lectern/bus';
import { readRetrievalSettings, type Request, type RetrievalSettings } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Controller } from '@nestjs/common';
import { KnowledgeBoxRepository } from '../knowledge-box/knowledge-box.repository';
import { VectorsetRepository } from './vectorset.repository';

/** Tells search what it must know of a knowledge box. */
@Controller()
export class RetrievalSettingsHandlers {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly transactions: Transactions,
  ) {}

  @Handles(readRetrievalSettings)
  async read({ body: { kbid } }: Request<typeof readRetrievalSettings>): Promise<RetrievalSettings> {
    const { hiddenResourcesEnabled, enforceSecurity } = await this.boxes.get(kbid);
    const vectorsets = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    return { kbid, hiddenResourcesEnabled, enforceSecurity, vectorsets: vectorsets.map(({ id }) => id) };
  }
}
