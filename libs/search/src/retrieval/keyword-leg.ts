import { Bus } from '@lectern/bus';
import { type StoredParagraph, systemPrincipal } from '@lectern/contracts/core';
import { readParagraphs } from '@lectern/contracts/knowledge-box';
import { KeywordIndex, type KeywordHits, type KeywordQuery } from '@lectern/keyword-index';
import { Injectable } from '@nestjs/common';
import { Degradation, type LegFailure } from '../degradation';

/** With the reason why there are none, when that is a failure. */
export type KeywordLegHits = KeywordHits & Partial<LegFailure>;

/** Paragraphs by words, and their texts. An index that fails costs the leg, not the texts of what the other found. */
@Injectable()
export class KeywordLeg {
  constructor(
    private readonly bus: Bus,
    private readonly keywords: KeywordIndex,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `invalid_query`, `invalid_request`, `cancelled` */
  async search(kbid: string, query: KeywordQuery): Promise<KeywordLegHits> {
    try {
      return await this.keywords.search(kbid, query);
    } catch (error) {
      return { hits: [], more: false, ...this.degradation.withoutLeg('keyword', error) };
    }
  }

  /** In the order requested; those that are gone are left out. @throws AppError `unavailable` */
  async read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    if (ids.length === 0) return [];
    try {
      return await this.keywords.read(kbid, ids);
    } catch (error) {
      this.degradation.goOnWithout('texts', error);
      return this.readFromBox(kbid, ids);
    }
  }

  /** The same without the index. @throws AppError `unavailable` */
  async readFromBox(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    if (ids.length === 0) return [];
    const options = { principal: systemPrincipal };
    return (await this.bus.request(readParagraphs, { body: { kbid, ids } }, options)).paragraphs;
  }
}
