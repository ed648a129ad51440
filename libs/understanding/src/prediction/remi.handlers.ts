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
import { type ConfiguredBox, LearningConfigurations } from '../configuration/learning-configurations';
import { boxOf } from './prediction-models';
import { originOf, secondsSince } from './prediction-origin';

@Controller()
export class RemiHandlers {
  constructor(
    private readonly scorers: AnswerScorers,
    private readonly configurations: LearningConfigurations,
  ) {}

  @Handles(predictRemi)
  remi(request: Request<typeof predictRemi>): Promise<ScoredAnswer> {
    return this.score(request);
  }

  @Handles(predictRemiForKnowledgeBox)
  remiForKnowledgeBox(request: Request<typeof predictRemiForKnowledgeBox>): Promise<ScoredAnswer> {
    return this.score(request, boxOf(request));
  }

  @Handles(proxyPredictRemi)
  remiForReader(request: Request<typeof proxyPredictRemi>): Promise<ScoredAnswer> {
    return this.score(request, boxOf(request));
  }

  private async score(request: Request<typeof predictRemi>, box?: ConfiguredBox): Promise<ScoredAnswer> {
    const { headers, requestId, signal } = request;
    const { question, answer, contexts } = request.body;
    const startedAtMs = performance.now();
    const chosen = box && (await this.configurations.generationOf(box));
    const scorer = this.scorers.for(chosen?.generativeModel);
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
