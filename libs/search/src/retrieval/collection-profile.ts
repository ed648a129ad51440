import { KeywordIndex } from '@lectern/keyword-index';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';

const BOXES_MAX = 1_000;
const AGE_MS_MAX = 15_000;
/** Languages with less than this share do not add stems to queries. */
const SHARE_MIN = 0.02;

/** Share of paragraphs by language (ISO 639-1), most frequent first. */
export type LanguageShares = Readonly<Record<string, number>>;

/** What a knowledge box consists of, as far as it guides retrieval. Up to 15 s old. */
@Injectable()
export class CollectionProfile {
  private readonly shares = new QuickLRU<string, Promise<LanguageShares>>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });

  constructor(private readonly keywords: KeywordIndex) {}

  async languages(kbid: string): Promise<LanguageShares> {
    const known = this.shares.get(kbid);
    if (known) return known;
    // Search goes on without, as in a box that is new.
    const counted = this.count(kbid).catch(() => ({}));
    this.shares.set(kbid, counted);
    // A box that is being filled is looked at again at once.
    if (Object.keys(await counted).length === 0) this.shares.delete(kbid);
    return counted;
  }

  private async count(kbid: string): Promise<LanguageShares> {
    const { '/language': counts = {} } = await this.keywords.facets(kbid, ['/language']);
    const entries = Object.entries(counts).map(([path, count]) => [path.replace('/language/', ''), count] as const);
    const total = entries.reduce((sum, [, count]) => sum + count, 0);
    const shares = entries.map(([language, count]) => [language, count / total] as const);
    return Object.fromEntries(shares.filter(([language, share]) => language !== '' && share >= SHARE_MIN));
  }
}
