import { Bus } from '@lectern/bus';
import { resourcesOf, systemPrincipal } from '@lectern/contracts/core';
import { listVisibleResources, readResources, type Resource } from '@lectern/contracts/knowledge-box';
import type { FilteredRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { RetrievalQuery } from '../query/retrieval-query';
import { withAdvice } from './results-size';

/** How much of the resources is read. */
export type Projection = Pick<FilteredRequest, 'show' | 'field_type_filter' | 'extracted'>;

/** Resources that one call tells the visible ones of. */
const VISIBLE_AT_ONCE = 1_000;

/** The resources of what was found, as their rows are now. */
@Injectable()
export class BoxResources {
  constructor(private readonly bus: Bus) {}

  /** Which resources may be seen: the indexes hear of a restriction or deletion a moment later than the rows. */
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
   * @throws AppError `unavailable` when they could not be read; `too_large` when what is shown of them together has
   * more than 6 MiB
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
