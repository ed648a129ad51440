import { Handles, On } from '@lectern/bus';
import {
  knowledgeBoxChanged,
  listUnembeddedFields,
  readRetrievalSettings,
  type Request,
  type RetrievalSettings,
  type UnembeddedFields,
} from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import {
  IndexRunRepository,
  KnowledgeBoxRepository,
  UnembeddedFieldRepository,
  VectorsetRepository,
} from '@lectern/knowledge-box-rows';
import { Controller } from '@nestjs/common';
import QuickLRU from 'quick-lru';

const BOXES_MAX = 10_000;
const AGE_MS_MAX = 15_000;

type IndexState = Pick<RetrievalSettings, 'vectorsets' | 'rebuilding'>;

/** Tells search what it must know of a knowledge box. */
@Controller()
export class RetrievalSettingsHandlers {
  private readonly known = new QuickLRU<string, IndexState>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });
  private changes = 0;

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly runs: IndexRunRepository,
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly transactions: Transactions,
  ) {}

  @Handles(readRetrievalSettings)
  async read({ body: { kbid } }: Request<typeof readRetrievalSettings>): Promise<RetrievalSettings> {
    const { hiddenResourcesEnabled, enforceSecurity } = await this.boxes.get(kbid);
    const [indexes, embedding] = await Promise.all([
      this.indexesOf(kbid),
      this.transactions.read((tx) => this.unembedded.hasAny(kbid, tx)),
    ]);
    return { kbid, hiddenResourcesEnabled, enforceSecurity, ...indexes, embedding };
  }

  @Handles(listUnembeddedFields)
  async listUnembedded({ body: { kbid, rids } }: Request<typeof listUnembeddedFields>): Promise<UnembeddedFields> {
    const fields = await this.transactions.read((tx) => this.unembedded.list(kbid, rids, tx));
    return { fields: fields.map(({ rid, letter, id }) => `${rid}/${letter}/${id}`) };
  }

  @On(knowledgeBoxChanged)
  forget({ kbid }: { readonly kbid: string }): void {
    this.changes += 1;
    this.known.delete(kbid);
  }

  /** A box without vectorsets is looked at again: the first one is made when something is first embedded. */
  private async indexesOf(kbid: string): Promise<IndexState> {
    const known = this.known.get(kbid);
    if (known) return known;
    const changesBefore = this.changes;
    const state = await this.transactions.read(async (tx) => ({
      vectorsets: (await this.vectorsets.list(kbid, tx)).map(({ id }) => id),
      rebuilding: await this.runs.isFilling(kbid, tx),
    }));
    // What was read before a change must not be remembered after it.
    if (state.vectorsets.length > 0 && changesBefore === this.changes) this.known.set(kbid, state);
    return state;
  }
}
