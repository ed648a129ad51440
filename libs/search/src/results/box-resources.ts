import { Bus } from '@lectern/bus';
import { resourcesOf, systemPrincipal } from '@lectern/contracts/core';
import { listVisibleResources, readResources, type Resource } from '@lectern/contracts/knowledge-box';
import type { FilteredRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { RetrievalQuery } from '../query/retrieval-query';
import { withAdvice } from './results-size';

/** Parts of the resources to read. */
export type Projection = Pick<FilteredRequest, 'show' | 'field_type_filter' | 'extracted'>;

/** Resources per call that checks visibility. */
const VISIBLE_AT_ONCE = 1_000;

/** Reads the current rows of resources in the results. */
@Injectable()
export class BoxResources {
  constructor(private readonly bus: Bus) {}

  /**
   * The visible ones of these resources: the indexes receive a restriction or deletion slightly later than the rows.
   */
  async visible(
    { kbid, visibility }: Pick<RetrievalQuery, 'kbid' | 'visibility'>,
    paragraphIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rids = resourcesOf(paragraphIds);
    const pages = Array.from({ length: Math.ceil(rids.length / VISIBLE_AT_ONCE) }, (_, i) =>
      rids.slice(i * VISIBLE_AT_ONCE, (i + 1) * VISIBLE_AT_ONCE),
    );
    const visible = await Promise.all(
      pages.map((page) =>
        this.bus.request(
          listVisibleResources,
          { body: { kbid, rids: page, visibility } },
          { principal: systemPrincipal },
        ),
      ),
    );
    return new Set(visible.flatMap((page) => page.rids));
  }

  /**
   * By id.
   *
   * @throws AppError `unavailable` when they could not be read; `too_large` when the requested parts exceed 6 MiB in
   *   total
   */
  async read(
    { kbid, visibility }: Pick<RetrievalQuery, 'kbid' | 'visibility'>,
    paragraphIds: readonly string[],
    { show, field_type_filter: fieldTypes, extracted }: Projection,
  ): Promise<Readonly<Record<string, Resource>>> {
    const ids = resourcesOf(paragraphIds);
    if (ids.length === 0 || show.length === 0) return {};
    const body = { kbid, ids, visibility, show, fieldTypes, extracted };
    try {
      return (await this.bus.request(readResources, { body }, { principal: systemPrincipal })).resources;
    } catch (error) {
      throw withAdvice(error, show);
    }
  }
}
