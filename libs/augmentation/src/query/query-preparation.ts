import { AppError } from '@lectern/contracts/core';
import { ENTITY_MODEL, type PredictedQuery, type QueryPayload } from '@lectern/contracts/understanding';
import type { Embedder } from '@lectern/models';
import { detectLanguage } from '@lectern/text';
import { UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { QueryAgents } from '../agents/query-agents';
import {
  type Asker,
  type NamedGenerator,
  type ConfiguredBox,
  followedPrompt,
  PredictionModels,
  newPredictionOrigin,
  recognize,
  graphVectors,
  sentenceVectors,
  type VectorOptions,
  stopWordsIn,
} from '@lectern/understanding';

/** The caller and options of a query preparation. */
export interface QueryCall {
  /** If absent, the models of the deployment are used. */
  readonly box?: ConfiguredBox;
  readonly asker: Asker;
  readonly showConsumption: boolean;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

interface QueryModels {
  readonly generator: NamedGenerator;
  readonly embedders: readonly Embedder[];
  readonly nodes: readonly Embedder[];
  readonly edges: readonly Embedder[];
}

/** Prepares queries for search. */
@Injectable()
export class QueryPreparation {
  constructor(
    private readonly models: PredictionModels,
    private readonly agents: QueryAgents,
    private readonly quota: UsageQuota,
  ) {}

  /** @throws AppError `invalid_request`, `quota_exceeded`, and the errors of models */
  prepare(asked: QueryPayload, call: QueryCall): Promise<PredictedQuery> {
    const { account, nuaClient } = call.asker;
    const use = nuaClient === undefined ? {} : { monthly_limit_self_hosted_searches_performed: 1 };
    return this.quota.during(account, use, () => this.prepared(asked, call));
  }

  private async prepared(asked: QueryPayload, call: QueryCall): Promise<PredictedQuery> {
    const { showConsumption, signal, requestId } = call;
    const models = await this.modelsOf(asked, call);
    const query = asked.text ?? '';
    const rewritten = await rewrittenQuery(asked, models.generator, signal);
    const options: VectorOptions = { purpose: 'query', showConsumption, signal };
    const namesOf = async (names: readonly string[] | null | undefined, embedders: readonly Embedder[]) =>
      names?.length ? graphVectors(names, embedders, options) : null;
    const entities = asked.agentic_entities
      ? this.agents.recognize(query, { box: call.box, showConsumption, signal })
      : recognize(query, showConsumption);
    const [sentence, graph_nodes, graph_edges, found] = await Promise.all([
      sentenceVectors(rewritten ?? query, models.embedders, options),
      namesOf(asked.graph_nodes, models.nodes),
      namesOf(asked.graph_edges, models.edges),
      entities,
    ]);
    const { language } = detectLanguage(query);
    const { contextTokensMax, vision } = models.generator.generator.description;
    const thresholds = models.embedders.map(
      ({ description: { id, defaultMinScore } }) => [id, defaultMinScore] as const,
    );
    const answer = {
      language,
      stop_words: stopWordsIn(query, language),
      semantic_threshold: thresholds[0]?.[1] ?? 0,
      semantic_thresholds: Object.fromEntries(thresholds),
      visual_llm: vision,
      max_context: contextTokensMax,
      entities: found,
      sentence,
      graph_nodes,
      graph_edges,
      query,
      rephrased_query: rewritten ?? '',
    };
    return { origin: newPredictionOrigin(Object.keys(sentence.vectors).join(','), requestId), answer };
  }

  private async modelsOf(asked: QueryPayload, { box, asker }: QueryCall): Promise<QueryModels> {
    const { semantic_model: one, token_model: recogniser } = asked;
    if (box === undefined && recogniser && recogniser !== ENTITY_MODEL)
      throw new AppError('invalid_request', `Unknown token model ${recogniser}; this deployment has ${ENTITY_MODEL}`);
    const named = asked.semantic_models?.length || box !== undefined ? asked.semantic_models : [one];
    const [generator, embedders, nodes, edges] = await Promise.all([
      this.models.generatorFor([asked.generative_model], asker),
      this.models.embeddersFor(named, box),
      this.models.embeddersFor(asked.semantic_graph_node_models, box),
      this.models.embeddersFor(asked.semantic_graph_edge_models, box),
    ]);
    return { generator, embedders, nodes, edges };
  }
}

/**
 * Undefined if the query should not be rewritten.
 * @throws AppError `invalid_request` if the model lacks a requested capability
 */
async function rewrittenQuery(
  asked: QueryPayload,
  named: NamedGenerator,
  signal: AbortSignal,
): Promise<string | undefined> {
  const image = asked.image ?? asked.query_image;
  if (!image && !asked.rephrase) return undefined;
  if (image && !named.generator.description.vision)
    throw new AppError('invalid_request', `The model ${named.id} does not read images: name another one`);
  const { question } = await named.generator.rephrase(
    {
      question: asked.text ?? '',
      history: [],
      extraContext: [],
      standsAlone: true,
      images: image ? [{ contentType: image.content_type, base64: image.b64encoded }] : [],
      prompt: followedPrompt(asked.rephrase_prompt, named),
      model: named.model,
      apiKey: named.apiKey,
    },
    { signal },
  );
  return question;
}
