import type { Embedder } from '@lectern/models';
import { timedEntries } from '@lectern/runtime';
import { UsageMeter } from '@lectern/usage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { EmbeddingModelFinder } from '../configuration/embedding-model-finder';
import { tokensRead } from './sentence-vectors';

const BOXES_MAX = 10_000;
/** How long it is known that nobody pays for a model of a box. */
const UNPAID_MS = 5_000;

/** Whose use of an embedding model counts. */
export interface EmbeddingUser {
  readonly account?: string;
  /** Id of the knowledge box, or the dataset. */
  readonly kbid?: string;
  /** Client id of a NUA client. */
  readonly nuaClient?: string;
}

/** A vectorset that content is embedded for. */
export interface FilledVectorset {
  readonly kbid: string;
  /** Id of the model. */
  readonly model: string;
}

/** Says whose task has the content of a knowledge box embedded; undefined where it is no task. */
export type PayerOfContent = (filled: FilledVectorset) => Promise<EmbeddingUser | undefined>;

/** Counts tokens of embedding models that tasks use. Searches and the intake of content use none. */
@Injectable()
export class EmbeddingUse {
  private readonly logger = new Logger('Usage');
  private readonly unpaid = timedEntries<true>(BOXES_MAX, UNPAID_MS);
  private payerOf: PayerOfContent = async () => undefined;

  constructor(
    @Inject(UsageMeter) private readonly meter: Pick<UsageMeter, 'count'>,
    @Inject(EmbeddingModelFinder) private readonly models: Pick<EmbeddingModelFinder, 'isOwn'>,
  ) {}

  /** From now on, content counts for those that this names. */
  countContentFor(payerOf: PayerOfContent): void {
    this.payerOf = payerOf;
  }

  /** Tokens that a model has read, for a task. */
  count(texts: readonly string[], embedder: Embedder, user: EmbeddingUser): void {
    const { id: model } = embedder.description;
    const tokens = { input: tokensRead(texts, embedder), output: 0, customerKey: this.models.isOwn(model) };
    this.meter.count({ account: user.account, ...user, tokens: { type: 'sentence', model, ...tokens } });
  }

  /** The same for content of a knowledge box, if a task has it embedded. Never fails. */
  async countContent(texts: readonly string[], embedder: Embedder, kbid: string): Promise<void> {
    const model = embedder.description.id;
    const name = `${kbid}/${model}`;
    if (this.unpaid.has(name)) return;
    try {
      const payer = await this.payerOf({ kbid, model });
      if (payer) this.count(texts, embedder, { ...payer, kbid });
      else this.unpaid.set(name, true);
    } catch (error) {
      // Content is embedded without the database, too.
      this.unpaid.set(name, true);
      this.logger.warn({ message: 'Nobody knows for whom content is embedded: it does not count', err: error });
    }
  }
}
