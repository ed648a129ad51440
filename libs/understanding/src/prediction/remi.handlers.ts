import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import {
  predictRemi,
  predictRemiForKnowledgeBox,
  proxyPredictRemi,
  type ScoredAnswer,
} from '@lectern/contracts/understanding';
import { AnswerScorers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import type { Asker } from '../configuration/generative-models';
import { askerOf, boxOf, PredictionModels } from './prediction-models';
import { originOf, secondsSince } from './prediction-origin';

@Controller()
export class RemiHandlers {
  constructor(
    private readonly scorers: AnswerScorers,
    private readonly models: PredictionModels,
  ) {}

  @Handles(predictRemi)
  remi(request: Request<typeof predictRemi>): Promise<ScoredAnswer> {
    return this.score(request, askerOf(request));
  }

  @Handles(predictRemiForKnowledgeBox)
  remiForKnowledgeBox(request: Request<typeof predictRemiForKnowledgeBox>): Promise<ScoredAnswer> {
    return this.score(request, boxOf(request));
  }

  @Handles(proxyPredictRemi)
  remiForReader(request: Request<typeof proxyPredictRemi>): Promise<ScoredAnswer> {
    return this.score(request, boxOf(request));
  }

  private async score(request: Request<typeof predictRemi>, asker: Asker): Promise<ScoredAnswer> {
    const { headers, requestId, signal } = request;
    const { question, answer, contexts } = request.body;
    const startedAtMs = performance.now();
    const isOfBox = this.scorers.asksModels && asker.kbid !== undefined;
    const scorer = this.scorers.for(isOfBox ? await this.models.generatorFor([], asker) : undefined);
    // An empty text says nothing: it counts as absent.
    const scores = await scorer.score(
      { question: question || undefined, answer: answer || undefined, contexts: contexts ?? [] },
      { signal },
    );
    const used = { input: scores.inputTokens, output: scores.outputTokens };
    return {
      origin: originOf(scorer.description.id, requestId),
      answer: {
        time: secondsSince(startedAtMs),
        answer_relevance: scores.answerRelevance ?? null,
        context_relevance: scores.contextRelevance.map((score) => score ?? null),
        groundedness: scores.groundedness.map((score) => score ?? null),
        consumption: headers['x-show-consumption'] ? consumptionOf(used) : null,
      },
    };
  }
}
