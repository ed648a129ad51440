import { type Resource } from '@lectern/contracts/knowledge-box';
import type { MissingResource } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import { BoxResources, type Projection } from './box-resources';
import { BEING_REBUILT, type Candidates, RetrievalPipeline, type RankedResults } from '../retrieval/retrieval.pipeline';
import { MissingResources } from './missing-resources';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';

/** The results with their resources. */
export interface HydratedResults {
  readonly ranked: RankedResults;
  /** By id. */
  readonly resources: Readonly<Record<string, Resource>>;
}

/** Runs the pipeline and reads the resources of the results. */
@Injectable()
export class HydratedRetrieval {
  constructor(
    private readonly resources: BoxResources,
    private readonly pipeline: RetrievalPipeline,
    private readonly settings: BoxSettings,
    private readonly missing: MissingResources,
  ) {}

  /**
   * @throws AppError as the pipeline; `unavailable` when the resources could not be read; `too_large` when the
   *   requested parts exceed 6 MiB in total
   */
  async retrieve(query: RetrievalQuery, call: CallContext, projection: Projection): Promise<HydratedResults> {
    const found = await this.sayingWhatIsRebuilt(query, await this.pipeline.search(query, call));
    const ranked = await this.pipeline.rank(found, call, ({ hits: read, matches }) =>
      this.resources.visible(query, [...read.map(({ id }) => id), ...matches]),
    );
    observed(call, found, ranked);
    return { ranked, resources: await this.resources.read(query, idsOf(ranked), projection) };
  }

  /** The stage at which each resource was dropped, by id. */
  explainMissing(
    query: RetrievalQuery,
    { ranked }: HydratedResults,
    call: CallContext & { readonly rids: readonly string[] },
  ): Promise<Readonly<Record<string, MissingResource>>> {
    return this.missing.explain(query, ranked, call);
  }

  /** An index may have been emptied since the query's settings were read. */
  private async sayingWhatIsRebuilt(query: RetrievalQuery, found: Candidates): Promise<Candidates> {
    if (query.rebuilding || !(await this.settings.isEmptiedSince(query))) return found;
    return { ...found, failures: [...found.failures, BEING_REBUILT] };
  }
}

function idsOf({ paragraphs }: RankedResults): readonly string[] {
  return paragraphs.map(({ paragraph }) => paragraph.id);
}

function observed({ observer }: CallContext, { query }: Candidates, ranked: RankedResults): void {
  if (!observer) return;
  const { hits, language, weight, minScore, warnings, paragraphs } = ranked;
  const shown = paragraphs.map(({ paragraph, score }) => ({ id: paragraph.id, score }));
  observer.retrieved({ query, hits, language, weight, minScore, warnings, ranked: shown });
}
