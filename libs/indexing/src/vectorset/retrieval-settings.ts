import { Handles, On } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  knowledgeBoxChanged,
  listUnembeddedFields,
  readRetrievalSettings,
  type RetrievalSettings,
  type UnembeddedFields,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { IndexRunRepository } from '../rebuild/index-run.repository';
import { KnowledgeBoxRepository, UnembeddedFieldRepository, VectorsetRepository } from '@lectern/resource-store';
import { Cache } from '@lectern/runtime';
import { Controller } from '@nestjs/common';

type IndexState = Pick<RetrievalSettings, 'vectorsets' | 'rebuilding' | 'emptied'>;

/** Answers with the settings of a knowledge box that search needs. */
@Controller()
export class RetrievalSettingsHandlers {
  private readonly states = new Cache<IndexState>({
    name: 'index_states',
    entriesMax: 10_000,
    ttlMs: 15_000,
    // No event reports the first vectorset, which is created when something is first embedded.
    lifetimeMs: ({ vectorsets }) => (vectorsets.length === 0 ? 0 : Infinity),
  });

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly runs: IndexRunRepository,
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly transactions: Transactions,
  ) {}

  @Handles(readRetrievalSettings)
  async read({ body: { kbid } }: Request<typeof readRetrievalSettings>): Promise<RetrievalSettings> {
    const { account, hiddenResourcesEnabled, enforceSecurity } = await this.boxes.get(kbid);
    const [indexes, embedding] = await Promise.all([
      this.states.get(kbid, () => this.readState(kbid)),
      this.transactions.read((tx) => this.unembedded.lackingVectorsets(kbid, tx)),
    ]);
    return { kbid, account, hiddenResourcesEnabled, enforceSecurity, ...indexes, embedding };
  }

  @Handles(listUnembeddedFields)
  async listUnembedded({ body }: Request<typeof listUnembeddedFields>): Promise<UnembeddedFields> {
    const { kbid, ...wanted } = body;
    const fields = await this.transactions.read((tx) => this.unembedded.list(kbid, wanted, tx));
    return { fields: fields.map(({ rid, letter, id }) => `${rid}/${letter}/${id}`) };
  }

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }): void {
    this.states.invalidate(kbid);
  }

  private readState(kbid: string): Promise<IndexState> {
    return this.transactions.read(async (tx) => ({
      vectorsets: (await this.vectorsets.list(kbid, tx)).map(({ id }) => id),
      rebuilding: await this.runs.isFilling(kbid, tx),
      emptied: await this.runs.lastFromEmpty(kbid, tx),
    }));
  }
}
