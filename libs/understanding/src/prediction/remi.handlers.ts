import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import { predictRemi, type ScoredAnswer } from '@lectern/contracts/understanding';
import { AnswerScorers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { boxOf, PredictionModels } from './prediction-models';
import { newPredictionOrigin, secondsSince } from './prediction-origin';

@Controller()
export class RemiHandlers {
  constructor(
    private readonly scorers: AnswerScorers,
    private readonly models: PredictionModels,
  ) {}

  @Handles(predictRemi)
  async remi(request: Request<typeof predictRemi>): Promise<ScoredAnswer> {
    const { headers, requestId, signal } = request;
    const { question, answer, contexts } = request.body;
    const asker = boxOf(request);
    const startedAtMs = performance.now();
    const isOfBox = this.scorers.asksModels && asker.kbid !== undefined;
    const named = isOfBox ? await this.models.generatorFor([], asker) : undefined;
    const scorer = this.scorers.for(named);
    // Empty text counts as absent.
    const scores = await scorer.score(
      { question: question || undefined, answer: answer || undefined, contexts: contexts ?? [] },
      { signal },
    );
    const used = { input: scores.inputTokens, output: scores.outputTokens, customerKey: named?.customerKey };
    return {
      // Rules use no tokens.
      origin: { ...newPredictionOrigin(scorer.description.id, requestId), ...(used.input > 0 && { used }) },
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
