import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import {
  type PredictedScores,
  predictRerank,
  predictRerankForKnowledgeBox,
  proxyPredictRerank,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import type { ConfiguredBox } from '../configuration/learning-configurations';
import { boxOf, PredictionModels } from './prediction-models';
import { originOf } from './prediction-origin';
import { rerankedContext } from './reranked-context';

@Controller()
export class RerankHandlers {
  constructor(private readonly models: PredictionModels) {}

  @Handles(predictRerank)
  rerank(request: Request<typeof predictRerank>): Promise<PredictedScores> {
    return this.scores(request);
  }

  @Handles(predictRerankForKnowledgeBox)
  rerankForKnowledgeBox(request: Request<typeof predictRerankForKnowledgeBox>): Promise<PredictedScores> {
    return this.scores(request, boxOf(request));
  }

  @Handles(proxyPredictRerank)
  rerankForReader(request: Request<typeof proxyPredictRerank>): Promise<PredictedScores> {
    return this.scores(request, boxOf(request));
  }

  private async scores(
    { body: { question, context }, headers, signal, requestId }: Request<typeof predictRerank>,
    box?: ConfiguredBox,
  ): Promise<PredictedScores> {
    const [reranker, embedder] = await Promise.all([
      this.models.rerankerFor(box),
      this.models.embedderFor(undefined, box),
    ]);
    const keys = Object.keys(context);
    const { scores, tokens } = await rerankedContext(question, Object.values(context), { reranker, embedder, signal });
    const answer = {
      context_scores: Object.fromEntries(keys.map((key, at) => [key, scores[at] ?? 0])),
      consumption: headers['x-show-consumption'] ? consumptionOf({ input: tokens, output: 0 }) : null,
    };
    return { origin: originOf(reranker.description.id, requestId), answer };
  }
}
