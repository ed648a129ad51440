import type { AskRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import type { RetrievalQuery } from '../../query/retrieval-query';
import { BoxResources } from '../../results/box-resources';
import { findResults } from '../../results/find-results';
import { nothingRanked } from '../../results/nothing-ranked';
import { KeywordLeg } from '../../retrieval/keyword-leg';
import type { AskCall } from '../ask-call';
import { type PrequeryFindings, GRAPH_RESULTS, graphStrategyOf } from '../prequeries';
import { GraphExpansion } from './graph-expansion';
import { graphParagraphs, paragraphsOfLines, paragraphIdsOf, lineParagraphIds } from './graph-paragraphs';

/** Finds paragraphs that state relations around the entities of a question. */
@Injectable()
export class GraphSearch {
  constructor(
    private readonly expansion: GraphExpansion,
    private readonly keywords: KeywordLeg,
    private readonly resources: BoxResources,
  ) {}

  /**
   * Results of the strategy `graph_beta`; empty if the question has neither that strategy nor the feature `graph`.
   *
   * @throws AppError `cancelled`, `unavailable`
   */
  async search(query: RetrievalQuery, call: AskCall): Promise<readonly PrequeryFindings[]> {
    const { kbid, request } = call;
    const strategy = graphStrategyOf(request, { isOnResource: call.target !== undefined });
    if (!strategy) return [];
    const { ranked, warnings, incomplete } = await this.expansion.expand(strategy, query, call);
    const stated = paragraphIdsOf(ranked);
    const ids = [...stated, ...lineParagraphIds(ranked)];
    const projection = { ...request, show: shownOf(request) };
    const [stored, visible, resources] = await Promise.all([
      this.keywords.read(kbid, stated),
      this.resources.visible(query, ids),
      this.resources.read(query, ids, projection),
    ]);
    const seen = stored.filter(({ rid }) => visible.has(rid));
    const inTexts = graphParagraphs(ranked, seen, strategy.relation_text_as_paragraphs);
    const inLines = paragraphsOfLines(ranked, resources).filter(({ paragraph: { rid } }) => visible.has(rid));
    const paragraphs = [...inTexts, ...inLines].sort((a, b) => b.score - a.score);
    const hydrated = { ranked: { ...nothingRanked(), paragraphs, warnings, incomplete }, resources };
    const results = findResults(hydrated, { kbid, request: { ...request, highlight: false, debug: false } });
    return [{ id: GRAPH_RESULTS, weight: strategy.weight, results, ...hydrated }];
  }
}

function shownOf({ show }: AskRequest): AskRequest['show'] {
  return show.includes('basic') ? show : [...show, 'basic'];
}
