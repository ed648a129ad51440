import { KeywordIndex } from '@lectern/keyword-index';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';

const TTL_MS = 15_000;
/** Smaller boxes are fast to count, and their main language can change at any moment. */
const SMALL_BOX = 5_000;
const TTL_MS_OF_SMALL = 500;
/** Longer than counting takes, unless the index is overloaded; search then continues with the previous profile. */
const WAIT_MS_MAX = 500;
/** Languages below this share do not add stems to queries. */
const SHARE_MIN = 0.02;

/** Share of paragraphs by language (ISO 639-1), most frequent first. */
export type LanguageShares = Readonly<Record<string, number>>;

interface Profile {
  readonly paragraphs: number;
  readonly shares: LanguageShares;
}

/** Properties of a knowledge box that guide retrieval. Up to 15 s old while the index responds. */
@Injectable()
export class CollectionProfile {
  private readonly profiles = new Cache<Profile>({
    name: 'collection_profiles',
    entriesMax: 1_000,
    ttlMs: TTL_MS,
    lifetimeMs: ttlOf,
    stale: { forMs: Infinity, retryMs: TTL_MS_OF_SMALL, on: () => true },
  });

  constructor(
    private readonly keywords: KeywordIndex,
    private readonly degradation: Degradation,
  ) {}

  /**
   * Never fails: a box without a known profile is treated like a new one.
   *
   * @param fresh whether to count a small box again
   */
  async languages(kbid: string, { fresh = false } = {}): Promise<LanguageShares> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), WAIT_MS_MAX);
    const counting = this.profile(kbid, fresh).catch(() => undefined);
    const profile = (await Promise.race([counting, late.promise])) ?? this.profiles.peek(kbid);
    clearTimeout(timer);
    return profile?.shares ?? {};
  }

  private async profile(kbid: string, fresh: boolean): Promise<Profile> {
    const count = () => this.count(kbid);
    const known = await this.profiles.get(kbid, count);
    return fresh && known.paragraphs < SMALL_BOX ? this.profiles.get(kbid, count, { refresh: true }) : known;
  }

  private async count(kbid: string): Promise<Profile> {
    try {
      const { '/language': counts = {} } = await this.keywords.facets(kbid, ['/language']);
      return profileOf(counts);
    } catch (error) {
      this.degradation.goOnWithout('languages', error);
      throw error;
    }
  }
}

/** An empty box may get its first paragraphs at any time. */
function ttlOf({ paragraphs }: Profile): number {
  if (paragraphs === 0) return 0;
  return paragraphs < SMALL_BOX ? TTL_MS_OF_SMALL : TTL_MS;
}

/** @param counts paragraphs by facet, `/language/de` */
export function profileOf(counts: Readonly<Record<string, number>>): Profile {
  const entries = Object.entries(counts).map(([path, count]) => [path.replace('/language/', ''), count] as const);
  const paragraphs = entries.reduce((sum, [, count]) => sum + count, 0);
  const all = entries.map(([language, count]) => [language, count / paragraphs] as const);
  const shares = Object.fromEntries(all.filter(([language, share]) => language !== '' && share >= SHARE_MIN));
  return { paragraphs, shares };
}
