import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal, type Visibility } from '@lectern/contracts/core';
import {
  type GraphQuery,
  type NodePattern,
  readGraphNodes,
  readGraphRelations,
  type SimilarName,
} from '@lectern/contracts/knowledge-box';
import { embedTexts } from '@lectern/contracts/understanding';
import { cosine } from '@lectern/ranking';
import { timedEntries } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import { ZoneModels } from '../models/zone-models';
import type { CallContext } from '../query/retrieval-query';
import { type SemanticPattern, semanticPatternsIn, withSimilar } from './semantic-patterns';

/** Names of a box to compare with: those with the most edges. */
const NAMES_COMPARED_MAX = 1_000;
/** Names that replace one pattern. */
const SIMILAR_MAX = 50;
/** Patterns per query. */
const PATTERNS_MAX = 8;
/**
 * Names are short, so unrelated ones also score above a model's minimum for results. A name must therefore also lie
 * this share of the way from that minimum to 1: a cosine of .5 for `minilm-l6`, .69 for `bge-small-en` and .83 for
 * `e5-multilingual`.
 */
const NEAR_SHARE_MIN = 0.375;
const VECTORS_CACHED_MAX = 20_000;
const VECTOR_TTL_MS = 3_600_000;
const EMBEDDING_DEADLINE_MS = 9_000;

interface Compared {
  readonly kbid: string;
  readonly visibility: Visibility;
}

interface Model {
  readonly id: string;
  readonly minScore: number;
}

/** Finds names in the knowledge graph with nearly the same meaning as those in a query. */
@Injectable()
export class SimilarNames {
  private readonly vectors = timedEntries<Float32Array>(VECTORS_CACHED_MAX, VECTOR_TTL_MS);

  constructor(
    private readonly bus: Bus,
    private readonly boxes: BoxSettings,
    private readonly models: ZoneModels,
  ) {}

  /**
   * Replaces the semantic patterns of the query with the names that match them.
   *
   * @throws AppError `invalid_request` for too many patterns, `unavailable` when no model responds
   */
  async resolved(query: GraphQuery, compared: Compared, call: CallContext): Promise<GraphQuery> {
    const patterns = semanticPatternsIn(query);
    if (patterns.length === 0) return query;
    if (patterns.length > PATTERNS_MAX)
      throw new AppError('invalid_request', `At most ${PATTERNS_MAX} nodes and relations can be compared by meaning`);
    const model = await this.model(compared.kbid);
    const found: (readonly SimilarName[])[] = [];
    // Sequential, so that the second pattern finds the first one's embeddings in the cache.
    for (const pattern of patterns) found.push(await this.similar(pattern, { ...compared, model }, call));
    let next = 0;
    return withSimilar(query, () => found[next++]);
  }

  private async similar(
    pattern: SemanticPattern,
    { model, ...compared }: Compared & { readonly model: Model },
    call: CallContext,
  ): Promise<readonly SimilarName[]> {
    const wanted = (isNode(pattern) ? pattern.value : pattern.label) ?? '';
    const names = await this.names(pattern, compared, call);
    const [vector, ...vectors] = await this.embedded([wanted, ...names], { kbid: compared.kbid, model }, call);
    if (!vector) return [];
    const scored = names.map((value, i) => ({ value, score: cosine(vector, vectors[i] ?? new Float32Array()) }));
    const near = scored.filter(({ score }) => score >= model.minScore);
    return near.sort((a, b) => b.score - a.score || (a.value < b.value ? -1 : 1)).slice(0, SIMILAR_MAX);
  }

  private async names(pattern: SemanticPattern, compared: Compared, call: CallContext): Promise<readonly string[]> {
    const options = { signal: call.signal, requestId: call.requestId, principal: systemPrincipal };
    const body = { ...compared, limit: NAMES_COMPARED_MAX };
    if (!isNode(pattern)) {
      const { label: _label, similar: _similar, match: _match, ...kind } = pattern;
      const query: GraphQuery = { relation: kind };
      const { relations } = await this.bus.request(readGraphRelations, { body: { ...body, query } }, options);
      return [...new Set(relations.map(({ label }) => label).filter(Boolean))];
    }
    const { value: _value, similar: _similar, ...kind } = pattern;
    const query: GraphQuery = { node: { ...kind, match: 'exact' }, at: 'either' };
    const { nodes } = await this.bus.request(readGraphNodes, { body: { ...body, query } }, options);
    return [...new Set(nodes.map(({ value }) => value))];
  }

  private async embedded(
    texts: readonly string[],
    { kbid, model }: { readonly kbid: string; readonly model: Model },
    { principal, signal, requestId }: CallContext,
  ): Promise<readonly Float32Array[]> {
    // The same model name can mean a different model in each box.
    const keyOf = (text: string) => `${kbid}\n${model.id}\n${text}`;
    const held = new Map(texts.map((text) => [text, this.vectors.get(keyOf(text))]));
    const missing = [...held].filter(([, vector]) => !vector).map(([text]) => text);
    if (missing.length > 0) {
      const body = { kbid, model: model.id, texts: missing, purpose: 'query' as const };
      const options = { principal, signal, requestId, deadlineMs: EMBEDDING_DEADLINE_MS };
      const { vectors } = await this.bus.request(embedTexts, { body }, options);
      for (const [i, text] of missing.entries()) {
        const vector = vectors[i];
        if (!vector) throw new AppError('unavailable', 'The model gave no vector');
        held.set(text, vector);
        this.vectors.set(keyOf(text), vector);
      }
    }
    return texts.flatMap((text) => held.get(text) ?? []);
  }

  /** The model of the box if it is installed, otherwise any installed model. */
  private async model(kbid: string): Promise<Model> {
    const [first] = (await this.boxes.of(kbid)).vectorsets;
    const { embedder, embedders } = (await this.models.ifKnownTo(kbid, first)) ?? (await this.models.describe());
    const { id, defaultMinScore } = embedders.find((model) => model.id === first) ?? embedder;
    return { id, minScore: defaultMinScore + NEAR_SHARE_MIN * (1 - defaultMinScore) };
  }
}

/** Only nodes have a value; relations do not. */
function isNode(pattern: SemanticPattern): pattern is NodePattern {
  return 'value' in pattern;
}
