import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import { type PredictedScores, predictRerank } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { boxOf, boxOfAsker, PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';
import { rerankedContext } from './reranked-context';

@Controller()
export class RerankHandlers {
  constructor(private readonly models: PredictionModels) {}

  @Handles(predictRerank)
  async rerank(request: Request<typeof predictRerank>): Promise<PredictedScores> {
    const { body, headers, signal, requestId } = request;
    const { question, context } = body;
    const box = boxOfAsker(boxOf(request));
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
    return { origin: newPredictionOrigin(reranker.description.id, requestId), answer };
  }
}
