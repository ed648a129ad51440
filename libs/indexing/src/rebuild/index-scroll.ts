import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { type HeldResource } from './index-run.entity';
import { VectorsetRepository } from '@lectern/resource-store';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';

/** The keyword index of a knowledge box, or the vector index of one model. */
export interface BoxIndex {
  readonly kbid: string;
  readonly vectorset?: { readonly id: string; readonly dimensions: number };
}

const RESOURCES_PER_PAGE = 500;

export function indexName({ vectorset }: BoxIndex): string {
  return vectorset?.id ?? 'keywords';
}

/** Lists the content of indexes. */
@Injectable()
export class IndexScroll {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    private readonly vectorsets: VectorsetRepository,
    private readonly transactions: Transactions,
  ) {}

  /** The keyword index, and the vector index of each model with vectors of the box. */
  async indexesOf(kbid: string): Promise<readonly BoxIndex[]> {
    const vectorsets = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    return [{ kbid }, ...vectorsets.map(({ id, dimensions }) => ({ kbid, vectorset: { id, dimensions } }))];
  }

  /** Every indexed resource, in pages. @throws the signal's reason; AppError `unavailable` */
  async *pages(index: BoxIndex, signal: AbortSignal): AsyncGenerator<readonly HeldResource[]> {
    let cursor: string | undefined;
    do {
      signal.throwIfAborted();
      const page = await this.page(index, cursor);
      if (page.held.length > 0) yield page.held;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }

  /** @param whole reads the whole index @throws DamagedIndexError, AppError `unavailable` */
  async inspect({ kbid, vectorset }: BoxIndex, { whole = false } = {}): Promise<'held' | 'absent'> {
    return vectorset ? this.vectors.inspect({ kbid, ...vectorset }, { whole }) : this.keywords.inspect(kbid, { whole });
  }

  private async page(
    { kbid, vectorset }: BoxIndex,
    after: string | undefined,
  ): Promise<{ readonly held: readonly HeldResource[]; readonly cursor?: string }> {
    if (!vectorset) {
      const { resources, cursor } = await this.keywords.scroll(kbid, RESOURCES_PER_PAGE, after);
      return { held: resources, cursor };
    }
    const { resources, cursor } = await this.vectors.scroll({ kbid, ...vectorset }, RESOURCES_PER_PAGE, after);
    return { held: resources.map(({ rid, version, vectors }) => ({ rid, version, paragraphs: vectors })), cursor };
  }
}
