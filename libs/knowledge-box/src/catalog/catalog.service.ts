import {
  type DocumentPiece,
  facetPath,
  type Principal,
  type Visibility,
  visibilityOfReads,
} from '@lectern/contracts/core';
import {
  type CatalogFacets,
  type CatalogFacetsRequest,
  type CatalogRequest,
  type CatalogResult,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { slugsIn, type Slugs } from '@lectern/filters';
import { type CatalogConditions } from './catalog.repository';
import { classificationPath, isVisibleTo, type ResourceEntity, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { LongObject } from '../document/long';
import { documentPieces } from '../document/pieces';
import { ListedResources } from '../resource/listed-resources';
import { CatalogCounts } from './catalog-counts';
import { filtersOf, catalogTextQuery } from './catalog-conditions';
import { facetsOf, prefixesOf } from './catalog-facets';

/** Lists and counts resources by conditions, from the database. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly transactions: Transactions,
    private readonly counts: CatalogCounts,
    private readonly resources: ResourceRepository,
    private readonly listed: ListedResources,
  ) {}

  /** @throws AppError `invalid_request`, `invalid_query` */
  async *list(kbid: string, request: CatalogRequest, principal: Principal): AsyncGenerator<DocumentPiece> {
    const visibility = visibilityOfReads(principal);
    const filters = filtersOf(request, await this.resolve(kbid, request, visibility));
    const conditions: CatalogConditions = {
      kbid,
      visibility,
      filters,
      text: catalogTextQuery(request),
      hidden: request.hidden ?? undefined,
    };
    const { page_number: page, page_size: size, show, field_type_filter: fieldTypes } = request;
    const { ids, total, facets } = await this.search(conditions, request);
    const results: CatalogResult[] = [];
    const shown = { show, fieldTypes, extracted: [] };
    const resources = this.listed.read({ kbid, ids, shown, principal }, (row) => results.push(resultOf(row)));
    const asked = { query: request.query ?? '', total, page_number: page, page_size: size };
    const fulltext = { results, facets, ...asked, next_page: page * size + ids.length < total, min_score: 0 };
    yield* documentPieces({
      resources,
      // Read after all resources, so that resources deleted in between are in neither member.
      fulltext: new LongObject(async function* () {
        yield fulltext;
      }),
    });
  }

  async facets(kbid: string, { prefixes }: CatalogFacetsRequest, principal: Principal): Promise<CatalogFacets> {
    const conditions = { kbid, visibility: visibilityOfReads(principal), filters: [] };
    const { labels } = await this.counts.of(conditions, prefixesOf(prefixes));
    return { facets: Object.fromEntries(labels.map(({ label, count }) => [label, count])) };
  }

  /** Ids by slug; unknown slugs, and those the caller may not read, are left out. */
  private async resolve(kbid: string, request: CatalogRequest, visibility: Visibility): Promise<Slugs> {
    const slugs = slugsIn(request.filter_expression);
    const found = await this.transactions.read((tx) => this.resources.findManyBySlug(kbid, slugs, tx));
    return new Map(found.filter((row) => isVisibleTo(row, visibility)).map(({ slug, id }) => [slug, id]));
  }

  private async search(conditions: CatalogConditions, request: CatalogRequest) {
    const { page_number: page, page_size: size, faceted, sort } = request;
    const by = sort && sort.field !== 'score' ? sort.field : 'created';
    const wanted = { by, order: sort?.order ?? 'desc', offset: page * size, limit: size } as const;
    const paths = faceted.map(facetPath);
    const prefixes = paths.map((path) => ({ path, depth: 1 }));
    const { ids, total, labels } =
      size === 0
        ? { ids: [], ...(await this.counts.of(conditions, prefixes)) }
        : await this.counts.withPage(conditions, prefixes, wanted);
    return { ids, total, facets: facetsOf(paths, labels) };
  }
}

function resultOf({ id: rid, classifications }: ResourceEntity): CatalogResult {
  const labels = classifications.filter((one) => !one.cancelled_by_user).map(classificationPath);
  return { rid, field: 'title', field_type: 'a', labels, score: 0 };
}
