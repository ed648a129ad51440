import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { type GraphQuery, readEntityRelations, readGraphPaths } from '@lectern/contracts/knowledge-box';
import type { GraphStrategy } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../../degradation/degradation';
import type { RetrievalQuery } from '../../query/retrieval-query';
import { SuggestedEntities } from '../../suggest/suggested-entities';
import type { AskCall } from '../ask-call';
import { type RankedRelation, type ReadPath, relationKey } from './ranked-relation';
import { RelationRanking } from './relation-ranking';

/** Entities whose relations are read in one step. */
const ENTITIES_AT_ONCE = 50;
/** Relations read in one step. */
const RELATIONS_AT_ONCE = 200;
/** After this time no further step starts. */
const TIME_MS_MAX = 10_000;
const RELATIONS_DEFAULT = 30;
const LINES_DEFAULT = 200;

/** The relations found around the entities of a question. */
export interface Expanded {
  readonly ranked: readonly RankedRelation[];
  readonly warnings: readonly string[];
  /** Whether part of the graph could not be read. */
  readonly incomplete: boolean;
}

/** Follows the knowledge graph from the entities of a question. */
@Injectable()
export class GraphExpansion {
  constructor(
    private readonly bus: Bus,
    private readonly ranking: RelationRanking,
    private readonly suggested: SuggestedEntities,
    private readonly degradation: Degradation,
  ) {}

  /** The best relations; each step is ranked before the next one starts. @throws AppError `cancelled` */
  async expand(strategy: GraphStrategy, query: RetrievalQuery, call: AskCall): Promise<Expanded> {
    const kept = new Map<string, RankedRelation>();
    const warnings = new Set<string>();
    const startedAtMs = performance.now();
    try {
      const seen = new Set<string>();
      let frontier = await this.entitiesOf(strategy, query, call);
      for (let hop = 0; hop < strategy.hops && frontier.length > 0; hop += 1) {
        if (performance.now() - startedAtMs > TIME_MS_MAX) break;
        for (const name of frontier) seen.add(name);
        const paths = await this.around(frontier, strategy, { query, call });
        const found = paths.filter((path) => !kept.has(relationKey(path)));
        const { ranked, warning } = await this.ranking.rank(found, query.query, {
          by: strategy.relation_ranking,
          call,
        });
        if (warning !== undefined) warnings.add(warning);
        keepBest(kept, ranked, mostOf(strategy));
        const ends = [...kept.values()].flatMap(({ path }) => [path.source.value, path.destination.value]);
        frontier = [...new Set(ends)].filter((name) => !seen.has(name)).slice(0, ENTITIES_AT_ONCE);
      }
      return { ranked: [...kept.values()], warnings: [...warnings], incomplete: false };
    } catch (error) {
      this.degradation.goOnWithout('graph', error);
      warnings.add('The knowledge graph could not be read as far as was wanted');
      return { ranked: [...kept.values()], warnings: [...warnings], incomplete: true };
    }
  }

  private async entitiesOf(
    { query_entity_detection: detection }: GraphStrategy,
    query: RetrievalQuery,
    call: AskCall,
  ): Promise<readonly string[]> {
    if (detection === 'suggest') return (await this.suggested.read(query, call)).map(({ value }) => value);
    const { kbid, visibility } = query;
    const body = { kbid, visibility, text: query.query };
    const { entities } = await this.bus.request(readEntityRelations, { body }, optionsOf(call));
    return Object.keys(entities);
  }

  private async around(
    names: readonly string[],
    strategy: GraphStrategy,
    { query: { kbid, visibility, filter }, call }: { readonly query: RetrievalQuery; readonly call: AskCall },
  ): Promise<readonly ReadPath[]> {
    const exact = { type: 'entity' as const, match: 'exact' as const };
    const all: GraphQuery[] = [
      { any: names.map((value) => ({ node: { ...exact, value }, at: 'either' as const })) },
      { node: exact, at: 'source' },
      { node: exact, at: 'destination' },
    ];
    if (excludesProcessor(strategy)) all.push({ not: { generatedBy: 'processor' } });
    const bounds = { limit: RELATIONS_AT_ONCE, byResource: true, ...(filter && { filter }) };
    const body = { kbid, visibility, query: { all }, ...bounds };
    return (await this.bus.request(readGraphPaths, { body }, optionsOf(call))).paths;
  }
}

function excludesProcessor({ exclude_processor_relations: one, agentic_graph_only: other }: GraphStrategy): boolean {
  return one ?? other ?? true;
}

function mostOf({ top_k: most, relation_text_as_paragraphs: asText }: GraphStrategy): number {
  return most ?? (asText ? LINES_DEFAULT : RELATIONS_DEFAULT);
}

function keepBest(kept: Map<string, RankedRelation>, more: readonly RankedRelation[], most: number): void {
  const all = [...kept.values(), ...more].sort((a, b) => b.score - a.score).slice(0, most);
  kept.clear();
  for (const one of all) kept.set(relationKey(one.path), one);
}

function optionsOf({ signal, requestId }: AskCall) {
  return { principal: systemPrincipal, signal, requestId };
}
