import { Handles, On } from '@lectern/bus';
import { knowledgeBoxChanged, readRetrievalSettings, type Request, type RetrievalSettings } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Controller } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { KnowledgeBoxRepository } from '../knowledge-box/knowledge-box.repository';
import { VectorsetRepository } from './vectorset.repository';

const BOXES_MAX = 10_000;
const AGE_MS_MAX = 15_000;

/** Tells search what it must know of a knowledge box. */
@Controller()
export class RetrievalSettingsHandlers {
  private readonly known = new QuickLRU<string, readonly string[]>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly transactions: Transactions,
  ) {}

  @Handles(readRetrievalSettings)
  async read({ body: { kbid } }: Request<typeof readRetrievalSettings>): Promise<RetrievalSettings> {
    const { hiddenResourcesEnabled, enforceSecurity } = await this.boxes.get(kbid);
    return { kbid, hiddenResourcesEnabled, enforceSecurity, vectorsets: await this.vectorsetsOf(kbid) };
  }

  @On(knowledgeBoxChanged)
  forget({ kbid }: { readonly kbid: string }): void {
    this.known.delete(kbid);
  }

  /** A box without vectorsets is looked at again: the first one is made when something is first embedded. */
  private async vectorsetsOf(kbid: string): Promise<readonly string[]> {
    const known = this.known.get(kbid);
    if (known) return known;
    const ids = (await this.transactions.read((tx) => this.vectorsets.list(kbid, tx))).map(({ id }) => id);
    if (ids.length > 0) this.known.set(kbid, ids);
    return ids;
  }
}
