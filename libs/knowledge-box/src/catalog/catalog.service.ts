import { type DocumentPiece, type Principal, type Visibility, visibilityOfReads } from '@lectern/contracts/core';
import {
  type CatalogFacets,
  type CatalogFacetsRequest,
  type CatalogRequest,
  type CatalogResult,
  facetPath,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { slugsIn, type Slugs } from '@lectern/filters';
import {
  type CatalogConditions,
  CatalogRepository,
  classificationPath,
  isVisibleTo,
  type ResourceEntity,
  ResourceRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LongObject } from '../document/long';
import { piecesOf } from '../document/pieces';
import { ListedResources } from '../resource/listed-resources';
import { filtersOf, textOf } from './catalog-conditions';
import { facetsOf, prefixesOf } from './catalog-facets';

/** Children of all facets of a request together, and paths of a count. */
const LABELS_MAX = 10_000;

/** Lists and counts resources by conditions, from the database. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogRepository,
    private readonly resources: ResourceRepository,
    private readonly listed: ListedResources,
  ) {}

  /** @throws AppError `invalid_request`, `invalid_query` */
  async *list(kbid: string, request: CatalogRequest, principal: Principal): AsyncGenerator<DocumentPiece> {
    const visibility = visibilityOfReads(principal);
    const filters = filtersOf(request, await this.resolve(kbid, request, visibility));
    const conditions: CatalogConditions = {
      ...{ kbid, visibility, filters, text: textOf(request), hidden: request.hidden ?? undefined },
    };
    const { page_number: page, page_size: size, show, field_type_filter: fieldTypes } = request;
    const { ids, total, facets } = await this.search(conditions, request);
    const results: CatalogResult[] = [];
    const shown = { show, fieldTypes, extracted: [] };
    const resources = this.listed.read({ kbid, ids, shown, principal }, (row) => results.push(resultOf(row)));
    const asked = { query: request.query ?? '', total, page_number: page, page_size: size };
    const fulltext = { results, facets, ...asked, next_page: page * size + ids.length < total, min_score: 0 };
    yield* piecesOf({
      resources,
      // When it is read, all resources have been: what was deleted meanwhile is in neither member.
      fulltext: new LongObject(async function* () {
        yield fulltext;
      }),
    });
  }

  async facets(kbid: string, { prefixes }: CatalogFacetsRequest, principal: Principal): Promise<CatalogFacets> {
    const conditions = { kbid, visibility: visibilityOfReads(principal), filters: [] };
    const counts = await this.transactions.read((tx) =>
      this.catalog.countLabels(conditions, { prefixes: prefixesOf(prefixes), limit: LABELS_MAX }, tx),
    );
    return { facets: Object.fromEntries(counts.map(({ label, count }) => [label, count])) };
  }

  /** Ids by slug; those that are unknown, or that the caller could not read, are left out. */
  private async resolve(kbid: string, request: CatalogRequest, visibility: Visibility): Promise<Slugs> {
    const slugs = slugsIn(request.filter_expression);
    const found = await this.transactions.read((tx) => this.resources.findManyBySlug(kbid, slugs, tx));
    return new Map(found.filter((row) => isVisibleTo(row, visibility)).map(({ slug, id }) => [slug, id]));
  }

  private search(conditions: CatalogConditions, request: CatalogRequest) {
    const { page_number: page, page_size: size, faceted, sort } = request;
    const by = sort && sort.field !== 'score' ? sort.field : 'created';
    const wanted = { by, order: sort?.order ?? 'desc', offset: page * size, limit: size };
    return this.transactions.read(async (tx) => ({
      ids: size === 0 ? [] : await this.catalog.listIds(conditions, wanted, tx),
      total: await this.catalog.count(conditions, tx),
      facets: await this.countFacets(conditions, faceted, tx),
    }));
  }

  private async countFacets(conditions: CatalogConditions, facets: readonly string[], tx: EntityManager) {
    const paths = facets.map(facetPath);
    if (paths.length === 0) return {};
    const prefixes = paths.map((path) => ({ path, depth: 1 }));
    return facetsOf(paths, await this.catalog.countLabels(conditions, { prefixes, limit: LABELS_MAX }, tx));
  }
}

function resultOf({ id: rid, classifications }: ResourceEntity): CatalogResult {
  const labels = classifications.filter((one) => !one.cancelled_by_user).map(classificationPath);
  return { rid, field: 'title', field_type: 'a', labels, score: 0 };
}
