import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getRemiEvent, listRemiScores, queryRemiScores } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { AnswerScoresService } from './answer-scores.service';

@Controller()
export class AnswerScoresHandlers {
  constructor(private readonly scores: AnswerScoresService) {}

  @Handles(queryRemiScores)
  query({ params, body }: Request<typeof queryRemiScores>) {
    return this.scores.query(params.kbid, body);
  }

  @Handles(getRemiEvent)
  event({ params, principal }: Request<typeof getRemiEvent>) {
    return this.scores.event(params, principal);
  }

  @Handles(listRemiScores)
  list({ params, query }: Request<typeof listRemiScores>) {
    return this.scores.scores(params.kbid, query, new Date());
  }
}
