import { KeywordIndex } from '@lectern/keyword-index';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { Degradation } from './degradation';

const BOXES_MAX = 1_000;
const AGE_MS_MAX = 15_000;
/** Boxes with fewer paragraphs are quickly counted, and may be in another language a moment later. */
const SMALL_BOX = 5_000;
const AGE_MS_MAX_OF_SMALL = 500;
/** Longer than counting takes, unless the index is held up: then search goes on with what was known before. */
const WAIT_MS_MAX = 500;
/** Languages with less than this share do not add stems to queries. */
const SHARE_MIN = 0.02;

/** Share of paragraphs by language (ISO 639-1), most frequent first. */
export type LanguageShares = Readonly<Record<string, number>>;

interface Counted {
  readonly paragraphs: number;
  readonly shares: LanguageShares;
}

/** What a knowledge box consists of, as far as it guides retrieval. Up to 15 s old while the index answers. */
@Injectable()
export class CollectionProfile {
  private readonly shares = new QuickLRU<string, Promise<Counted>>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });

  /** Of any age. */
  private readonly last = new QuickLRU<string, LanguageShares>({ maxSize: BOXES_MAX });

  constructor(
    private readonly keywords: KeywordIndex,
    private readonly degradation: Degradation,
  ) {}

  /**
   * Never fails: where nothing is known, the box is like a new one.
   *
   * @param fresh whether a small box is counted again
   */
  async languages(kbid: string, { fresh = false } = {}): Promise<LanguageShares> {
    const known = this.shares.get(kbid) ?? this.countAnew(kbid);
    const counting = fresh ? this.countAgain(kbid, known) : known;
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), WAIT_MS_MAX);
    const counted = await Promise.race([counting, late.promise]);
    clearTimeout(timer);
    return counted?.shares ?? this.last.get(kbid) ?? {};
  }

  private async countAgain(kbid: string, known: Promise<Counted>): Promise<Counted> {
    return (await known).paragraphs < SMALL_BOX ? this.countAnew(kbid) : known;
  }

  private countAnew(kbid: string): Promise<Counted> {
    const counting = this.count(kbid).catch((error: unknown) => {
      this.degradation.goOnWithout('languages', error);
      return { paragraphs: 0, shares: this.last.get(kbid) ?? {} };
    });
    this.shares.set(kbid, counting);
    void counting.then(({ paragraphs, shares }) => {
      if (paragraphs === 0) return this.shares.delete(kbid);
      this.last.set(kbid, shares);
      return paragraphs < SMALL_BOX && this.shares.set(kbid, counting, { maxAge: AGE_MS_MAX_OF_SMALL });
    });
    return counting;
  }

  private async count(kbid: string): Promise<Counted> {
    const { '/language': counts = {} } = await this.keywords.facets(kbid, ['/language']);
    const entries = Object.entries(counts).map(([path, count]) => [path.replace('/language/', ''), count] as const);
    const paragraphs = entries.reduce((sum, [, count]) => sum + count, 0);
    const all = entries.map(([language, count]) => [language, count / paragraphs] as const);
    const shares = Object.fromEntries(all.filter(([language, share]) => language !== '' && share >= SHARE_MIN));
    return { paragraphs, shares };
  }
}
