import { Bus } from '@lectern/bus';
import {
  AppError,
  type IndexFilter,
  type Principal,
  systemPrincipal,
  type Visibility,
  visibilityOfNames,
  visibilityOfSearch,
} from '@lectern/contracts/core';
import { matchKeyValues, readResources, type RetrievalSettings } from '@lectern/contracts/knowledge-box';
import type { RequestSecurity } from '@lectern/contracts/search';
import type { Synonyms } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import {
  keyValueConditionIn,
  keyValueFilter,
  type KeywordFilters,
  type Keywords,
  keywordsIn,
  keywordsOfFilters,
  type ParagraphLabelsets,
  slugsIn,
  type Slugs,
} from '@lectern/filters';
import { BoxSettings } from '../box/box-settings';
import { BoxLabelsets } from '../box/box-labelsets';
import { BoxSynonyms } from '../box/box-synonyms';
import { KeywordFields } from './keyword-fields';

/** The visibility and the scope of a request. */
export interface RequestScope {
  readonly kbid: string;
  readonly settings: RetrievalSettings;
  readonly slugs: Slugs;
  /** Resources that match the conditions on key-value fields; absent if there are no conditions. */
  readonly keyValues?: IndexFilter;
  /** Matching fields per word in the filters; absent if the filters have no words. */
  readonly keywords?: Keywords;
  readonly visibility: Visibility;
  /** Resources that the request may refer to. */
  readonly nameable: Visibility;
  /** Filters in addition to the request's own; joined by AND. */
  readonly within: readonly IndexFilter[];
  /** Id of the only resource that may be found, when the request names one. */
  readonly rid?: string;
  readonly paragraphLabelsets: ParagraphLabelsets;
  /** Synonyms of the box; absent unless the request uses them, or when they could not be read. */
  readonly synonyms?: Synonyms;
}

interface RestrictedRequest {
  readonly filters?: readonly unknown[];
  readonly filter_expression?: unknown;
  readonly keyword_filters?: KeywordFilters | null;
  readonly security?: RequestSecurity | null;
  readonly show_hidden: boolean;
  readonly with_synonyms?: boolean;
}

/** Determines the visibility of a request and resolves the slugs in it. */
@Injectable()
export class RequestScopes {
  constructor(
    private readonly bus: Bus,
    private readonly boxes: BoxSettings,
    private readonly synonyms: BoxSynonyms,
    private readonly labelsets: BoxLabelsets,
    private readonly fields: KeywordFields,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `deadline_exceeded` */
  async of(kbid: string, request: RestrictedRequest, principal: Principal): Promise<RequestScope> {
    const { security, show_hidden: showHidden } = request;
    const groups = security ? (security.groups ?? security.access_groups ?? []) : undefined;
    const settings = await this.boxes.of(kbid);
    const visibility = visibilityOfSearch(principal, { ...settings, groups, showHidden });
    const nameable = visibilityOfNames(principal, visibility);
    const [slugs, keyValues, synonyms, paragraphLabelsets] = await Promise.all([
      this.resolve(kbid, slugsIn(request.filter_expression), nameable),
      this.keyValues(kbid, request.filter_expression),
      request.with_synonyms ? this.synonyms.of(kbid) : undefined,
      request.filters?.length ? this.labelsets.of(kbid) : new Set<string>(),
    ]);
    const keywords = await this.keywords(kbid, request, visibility);
    return {
      kbid,
      settings,
      slugs,
      visibility,
      nameable,
      paragraphLabelsets,
      within: [],
      ...(keyValues && { keyValues }),
      ...(keywords && { keywords }),
      ...(synonyms && { synonyms }),
    };
  }

  /** Ids by slug; unknown and invisible resources are left out. */
  async resolve(kbid: string, slugs: readonly string[], visibility: Visibility): Promise<Slugs> {
    if (slugs.length === 0) return new Map();
    const body = { kbid, ids: slugs, visibility, show: [], fieldTypes: [], extracted: [] };
    const { resources } = await this.bus.request(readResources, { body }, { principal: systemPrincipal });
    return new Map(Object.entries(resources).map(([slug, { id }]) => [slug, id]));
  }

  /**
   * Resources that match an expression's conditions on key-value fields; undefined if it has none.
   *
   * @throws AppError `invalid_query`, `invalid_request`, `deadline_exceeded`
   */
  async keyValues(kbid: string, expression: unknown): Promise<IndexFilter | undefined> {
    const condition = keyValueConditionIn(expression);
    if (!condition) return undefined;
    const body = { kbid, query: condition.query };
    const { rids } = await this.bus.request(matchKeyValues, { body }, { principal: systemPrincipal });
    return keyValueFilter(condition, rids);
  }

  /**
   * Matching fields per word in the filters; undefined if the filters have no words.
   * @throws AppError `invalid_query`, `unavailable`
   */
  async keywords(
    kbid: string,
    { filter_expression: expression, keyword_filters: filters }: Partial<RestrictedRequest>,
    visibility: Visibility,
  ): Promise<Keywords | undefined> {
    const words = [...new Set([...keywordsIn(expression), ...keywordsOfFilters(filters ?? [])])];
    return words.length === 0 ? undefined : this.fields.of(kbid, words, visibility);
  }

  /**
   * The id of the resource named in the request, if any.
   * @throws AppError `not_found` when the request may not refer to it
   */
  async resourceOf(
    { kbid, nameable }: Pick<RequestScope, 'kbid' | 'nameable'>,
    { rid, rslug }: { readonly rid?: string; readonly rslug?: string },
  ): Promise<string | undefined> {
    const name = rid ?? rslug;
    if (name === undefined) return undefined;
    const found = (await this.resolve(kbid, [name], nameable)).get(name);
    if (found === undefined) throw new AppError('not_found', 'Resource not found');
    return found;
  }
}
