import { canonicalLabel, type StoredParagraph } from '@lectern/contracts/core';
import type { Facets, SearchRequest } from '@lectern/contracts/search';
import { KeywordIndex } from '@lectern/keyword-index';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import type { RetrievalQuery } from '../query/retrieval-query';
import { Degradation } from '../degradation/degradation';
import { BoxResources } from '../results/box-resources';
import type { FieldHit } from '../retrieval/field-hits';
import { KeywordLeg, TOTAL_MAX } from '../retrieval/keyword-leg';
import { type QueryReading, keywordsOf } from '../retrieval/query-reading';
import { BEING_REBUILT } from '../retrieval/retrieval.pipeline';
import { type Extensible, type SeparateHits, SPARE_HITS } from '../retrieval/separate-retrieval';
import { fieldFacets, readableFacets } from './facet-results';
import { type ScoredParagraph, withoutRepeats } from './without-repeats';

/** One page of a keyword list. */
export interface FoundPage<T> {
  readonly shown: readonly T[];
  readonly total: number;
  readonly more: boolean;
  readonly facets: Facets;
}

/** The lists of a search with their texts; lists that were not requested are absent. */
export interface FoundLists {
  readonly reading: QueryReading;
  readonly paragraphs?: FoundPage<ScoredParagraph> & {
    readonly approximate: ListedHits['approximate'];
    /** Ids of hits for the exact words; absent when all hits, or none, are exact. */
    readonly asSaid?: ListedHits['asSaid'];
    /** Whether the requested facets could be counted. */
    readonly isCounted: boolean;
  };
  readonly fields?: FoundPage<Omit<FieldHit, 'paragraph'> & { readonly paragraph: StoredParagraph }>;
  readonly sentences?: { readonly shown: readonly ScoredParagraph[] };
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

type ListedHits = NonNullable<SeparateHits['keyword']>;

type FoundHits = Pick<ListedHits, 'hits' | 'more'> & Extensible;

/** Hits whose paragraphs exist and are visible. */
interface Listed {
  readonly listed: readonly ScoredParagraph[];
  /** Number of hits that are no longer visible. */
  readonly gone: number;
  /** Whether there are more hits after the page. */
  readonly more: boolean;
}

interface Reading {
  readonly request: SearchRequest;
  readonly hits: SeparateHits;
}

/** Reads the results of each index: texts, labels and counts that the caller may see. */
@Injectable()
export class SearchLists {
  constructor(
    private readonly keywords: KeywordLeg,
    private readonly index: KeywordIndex,
    private readonly resources: BoxResources,
    private readonly settings: BoxSettings,
    private readonly degradation: Degradation,
  ) {}

  /** @throws AppError `unavailable`, `cancelled` */
  async read(query: RetrievalQuery, { request, hits }: Reading): Promise<FoundLists> {
    const { keyword, fulltext, semantic, reading, failures, warnings } = hits;
    const [paragraphs, fields, sentences] = await Promise.all([
      keyword && this.paragraphs(query, { request, hits: keyword, reading }),
      fulltext && this.fields(query, { request, fields: fulltext.fields }),
      semantic && this.sentences(query, { hits: semantic.ranking, more: false, extend: semantic.extend }),
    ]);
    const lacking = paragraphs?.isCounted === false ? ['The facets of paragraphs could not be counted'] : [];
    // An index may have been emptied since the query's settings were read.
    const isEmptied = !query.rebuilding && (await this.settings.isEmptiedSince(query));
    const emptied = isEmptied ? [BEING_REBUILT] : [];
    return { reading, paragraphs, fields, sentences, warnings, failures: [...failures, ...emptied, ...lacking] };
  }

  private async paragraphs(
    query: RetrievalQuery,
    { request, hits, reading }: { request: SearchRequest; hits: ListedHits; reading: QueryReading },
  ): Promise<FoundLists['paragraphs']> {
    const end = request.offset + request.top_k;
    const [{ listed, gone, more }, facets] = await Promise.all([
      this.listed(query, end, hits),
      hits.failure === undefined ? this.facets(query, { request, reading, hits }) : {},
    ]);
    return {
      shown: listed.slice(request.offset, end),
      total: Math.max(0, hits.total - gone),
      more,
      facets: facets ?? {},
      isCounted: facets !== undefined,
      approximate: hits.approximate,
      asSaid: hits.asSaid,
    };
  }

  private async fields(
    query: RetrievalQuery,
    { request, fields }: { readonly request: SearchRequest; readonly fields: readonly FieldHit[] },
  ): Promise<FoundLists['fields']> {
    const end = request.offset + request.top_k;
    const isCounted = request.faceted.length > 0;
    const visible = await this.resources.visible(
      query,
      fields.map(({ paragraph }) => paragraph),
    );
    const seen = fields.filter(({ rid }) => visible.has(rid));
    const page = isCounted ? seen : seen.slice(request.offset, end);
    const byId = await this.readById(
      query.kbid,
      page.map(({ paragraph }) => paragraph),
    );
    const read = page.flatMap((hit) => {
      const paragraph = byId.get(hit.paragraph);
      return paragraph ? [{ ...hit, paragraph }] : [];
    });
    return {
      shown: isCounted ? read.slice(request.offset, end) : read,
      total: Math.min(seen.length, TOTAL_MAX),
      more: seen.length > end,
      facets: fieldFacets(request.faceted, read),
    };
  }

  private async sentences(query: RetrievalQuery, found: FoundHits): Promise<FoundLists['sentences']> {
    return { shown: (await this.listed(query, query.topK, found)).listed.slice(0, query.topK) };
  }

  /**
   * Reads hits up to the end of a page. If too few are left after removing repeats, it reads the others and then
   * searches for more.
   */
  private async listed(query: RetrievalQuery, end: number, { extend, ...found }: FoundHits): Promise<Listed> {
    const some = found.hits.slice(0, end + SPARE_HITS);
    const isRest = some.length < found.hits.length;
    const best = await this.readListed(query, { hits: some, more: found.more || isRest }, end);
    if (best.listed.length >= end) return best;
    const all = isRest ? await this.readListed(query, found, end) : best;
    if (all.listed.length >= end || !extend) return all;
    const extended = await extend();
    // If the index fails now, no more hits are found.
    return extended.hits.length > found.hits.length ? this.readListed(query, extended, end) : all;
  }

  private async readListed(query: RetrievalQuery, { hits, more }: FoundHits, end: number): Promise<Listed> {
    const { read, gone } = await this.visibleParagraphs(query, hits);
    const listed = query.withDuplicates ? read : withoutRepeats(read);
    return { listed, gone, more: listed.length > end || (more && listed.length === end) };
  }

  /** Texts of the hits that are still visible. @throws AppError `unavailable`, `cancelled` */
  async visibleParagraphs(
    query: Pick<RetrievalQuery, 'kbid' | 'visibility'>,
    hits: ListedHits['hits'],
  ): Promise<{ readonly read: readonly ScoredParagraph[]; readonly gone: number }> {
    const ids = hits.map(({ id }) => id);
    const [visible, byId] = await Promise.all([this.resources.visible(query, ids), this.readById(query.kbid, ids)]);
    const read = hits.flatMap(({ id, score }) => {
      const paragraph = byId.get(id);
      return paragraph && visible.has(paragraph.rid) ? [{ paragraph, score }] : [];
    });
    return { read, gone: hits.length - read.length };
  }

  private async readById(kbid: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredParagraph>> {
    return new Map((await this.keywords.read(kbid, ids)).map((paragraph) => [paragraph.id, paragraph]));
  }

  private async facets(
    { kbid, filter }: RetrievalQuery,
    {
      request,
      reading: { parsed },
      hits: { approximate, asSaid },
    }: { request: SearchRequest; reading: QueryReading; hits: ListedHits },
  ): Promise<Facets | undefined> {
    if (request.faceted.length === 0) return {};
    const approached = { ...(!asSaid && { terms: [], phrases: [] }), approximate };
    const words = { ...keywordsOf(parsed), ...(approximate.length > 0 && approached) };
    const paths = request.faceted.map(canonicalLabel);
    try {
      return readableFacets(await this.index.facets(kbid, paths, { ...words, filter }));
    } catch (error) {
      this.degradation.goOnWithout('facets', error);
      return undefined;
    }
  }
}
