import { Bus } from '@lectern/bus';
import { AppError, isObject } from '@lectern/contracts/core';
import { generateAnswer, rerankTexts } from '@lectern/contracts/understanding';
import { LEXICAL_RANKING, lexicalScores } from '@lectern/ranking';
import { Injectable } from '@nestjs/common';
import { Degradation } from '../../degradation/degradation';
import { ZoneModels } from '../../models/zone-models';
import type { AskCall } from '../ask-call';
import { type RankedRelation, type ReadPath, relationText } from './ranked-relation';

const RERANK_DEADLINE_MS = 3_000;
const GENERATE_DEADLINE_MS = 20_000;
/** Relations with a reranker score at or below this are irrelevant to the question. */
const RERANKER_SCORE_MIN = 0.02;
/** The same threshold on the 10-point scale of a generative model. */
const POINTS_MIN = 2;
const POINTS_MAX = 10;
/** Relations sent to a generative model. */
const GENERATIVE_MAX = 100;
const scoresSchema = {
  title: 'relation_scores',
  type: 'object',
  properties: {
    scores: {
      type: 'array',
      items: {
        type: 'object',
        properties: { relation: { type: 'integer' }, score: { type: 'number' } },
        required: ['relation', 'score'],
      },
    },
  },
  required: ['scores'],
};

/** Relations with scores, best first, and the reason if another ranking than the requested one was used. */
export interface RelationRankingResult {
  readonly ranked: readonly RankedRelation[];
  readonly warning?: string;
}

/** Ranks relations by their relevance to a question. */
@Injectable()
export class RelationRanking {
  constructor(
    private readonly bus: Bus,
    private readonly models: ZoneModels,
    private readonly degradation: Degradation,
  ) {}

  /**
   * The relevant relations, best first. If a model fails, the next simpler ranking is used.
   * @throws AppError `cancelled`
   */
  async rank(
    paths: readonly ReadPath[],
    query: string,
    { by, call }: { readonly by: 'reranker' | 'generative'; readonly call: AskCall },
  ): Promise<RelationRankingResult> {
    if (paths.length === 0) return { ranked: [] };
    if (by === 'reranker') return this.reranked(paths, query, { call });
    if (paths.length > GENERATIVE_MAX)
      return this.reranked(paths, query, { call, instead: `more than ${GENERATIVE_MAX} are too many for the model` });
    try {
      return { ranked: bestFirst(await this.generated(paths, query, call)) };
    } catch (error) {
      this.degradation.goOnWithout('graph', error);
      return this.reranked(paths, query, { call, instead: 'the generative model did not rank them' });
    }
  }

  private async reranked(
    paths: readonly ReadPath[],
    query: string,
    { call, instead }: { readonly call: AskCall; readonly instead?: string },
  ): Promise<RelationRankingResult> {
    const { kbid, principal, signal, requestId } = call;
    const warning = instead === undefined ? {} : { warning: `Relations were ranked by the reranker: ${instead}` };
    const texts = paths.map((path) => ({ text: relationText(path), score: path.score }));
    try {
      const { reranker } = await this.models.describe();
      const isLexical = reranker.id === LEXICAL_RANKING;
      const options = { principal, signal, requestId, deadlineMs: RERANK_DEADLINE_MS };
      const scores = isLexical
        ? (await lexicalScores(query, texts, { signal })).map(({ score }) => score)
        : (await this.bus.request(rerankTexts, { body: { kbid, query, texts } }, options)).scores;
      // Lexical scores say nothing about more distant relations, so they only order and never exclude.
      const least = isLexical ? -Infinity : RERANKER_SCORE_MIN;
      return { ranked: bestFirst(scored(paths, scores).filter(({ score }) => score > least)), ...warning };
    } catch (error) {
      this.degradation.goOnWithout('graph', error);
      const ranked = paths.map((path) => ({ path, score: path.score }));
      return { ranked, warning: 'The relations could not be ranked: they stay in the order of the graph' };
    }
  }

  private async generated(
    paths: readonly ReadPath[],
    query: string,
    { kbid, request, principal, signal, requestId }: AskCall,
  ): Promise<readonly RankedRelation[]> {
    const body = {
      kbid,
      question: query,
      context: [],
      history: [],
      citations: 'none' as const,
      jsonSchema: scoresSchema,
      user: promptOf(paths, query),
      model: request.generative_model ?? undefined,
    };
    const options = { principal, signal, requestId, deadlineMs: GENERATE_DEADLINE_MS };
    let object: object | undefined;
    for await (const value of this.bus.stream(generateAnswer, { body }, options)) object = value.object ?? object;
    const points = pointsIn(object);
    if (!points) throw new AppError('provider_failed', 'The model gave the relations no points');
    return scored(
      paths,
      paths.map((_, i) => Math.min(points.get(i + 1) ?? 0, POINTS_MAX)),
    )
      .filter(({ score }) => score > POINTS_MIN)
      .map(({ path, score }) => ({ path, score: score / POINTS_MAX }));
  }
}

function scored(paths: readonly ReadPath[], scores: readonly number[]): readonly RankedRelation[] {
  return paths.map((path, i) => ({ path, score: scores[i] ?? 0 }));
}

function bestFirst(ranked: readonly RankedRelation[]): readonly RankedRelation[] {
  return ranked.toSorted((a, b) => b.score - a.score);
}

function promptOf(paths: readonly ReadPath[], query: string): string {
  const lines = paths.map((path, i) => `${i + 1}. ${relationText(path)}`);
  return (
    `Give each relation of a knowledge graph points from 0 to ${POINTS_MAX} for how much it helps to answer the ` +
    `question.\n\nQuestion: ${query}\n\nRelations:\n${lines.join('\n')}`
  );
}

function pointsIn(object: object | undefined): ReadonlyMap<number, number> | undefined {
  const scores: unknown = object && 'scores' in object ? object.scores : undefined;
  if (!Array.isArray(scores)) return undefined;
  return new Map(
    scores.flatMap((one: unknown) =>
      isObject(one) && typeof one.relation === 'number' && typeof one.score === 'number'
        ? [[one.relation, one.score] as const]
        : [],
    ),
  );
}
