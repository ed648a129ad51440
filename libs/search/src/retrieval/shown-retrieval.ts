import { Bus } from '@lectern/bus';
import { type FindRequest, readResources, type Resource, resourcesOf, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { RetrievalPipeline, type Retrieved } from './retrieval.pipeline';
import type { RetrievalCall, RetrievalQuery } from './retrieval-query';

/** How much of a resource is shown. */
export type Shown = Pick<FindRequest, 'show' | 'field_type_filter' | 'extracted'>;

export interface ShownResults {
  readonly retrieved: Retrieved;
  /** By id; more of them than there are in the results, perhaps. */
  readonly resources: Readonly<Record<string, Resource>>;
}

/** Paragraphs with the resources that they are of. */
@Injectable()
export class ShownRetrieval {
  constructor(
    private readonly bus: Bus,
    private readonly pipeline: RetrievalPipeline,
  ) {}

  /** @throws AppError as the pipeline; `unavailable` when the resources could not be read */
  async retrieve(query: RetrievalQuery, call: RetrievalCall, shown: Shown): Promise<ShownResults> {
    const found = await this.pipeline.search(query, call);
    if (isLarge(shown)) {
      const retrieved = await this.pipeline.rank(found, call);
      const ids = retrieved.paragraphs.map(({ paragraph }) => paragraph.id);
      return { retrieved, resources: await this.resources(query.kbid, ids, shown) };
    }
    const ids = found.hits.map(({ id }) => id);
    // Reading a few too many costs less than to wait for texts and order first.
    const [retrieved, resources] = await Promise.all([
      this.pipeline.rank(found, call),
      this.resources(query.kbid, ids, shown),
    ]);
    return { retrieved, resources };
  }

  private async resources(
    kbid: string,
    paragraphIds: readonly string[],
    { show, field_type_filter: fieldTypes, extracted }: Shown,
  ): Promise<Readonly<Record<string, Resource>>> {
    const ids = resourcesOf(paragraphIds);
    if (ids.length === 0 || show.length === 0) return {};
    const body = { kbid, ids, show, fieldTypes, extracted };
    return (await this.bus.request(readResources, { body }, { principal: systemPrincipal })).resources;
  }
}

/** Whether whole texts are shown. */
function isLarge({ show }: Shown): boolean {
  return show.includes('values') || show.includes('extracted');
}
