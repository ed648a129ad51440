import { handlersOf } from '@lectern/bus';
import { getRemiEvent, listRemiScores, queryRemiScores } from '@lectern/contracts/search';
import { AnswerScoresService } from './answer-scores.service';

export const AnswerScoresHandlers = handlersOf(AnswerScoresService)
  .answer(queryRemiScores, (scores, { params, body }) => scores.query(params.kbid, body))
  .answer(getRemiEvent, (scores, { params, principal }) => scores.event(params, principal))
  .answer(listRemiScores, (scores, { params, query }) => scores.scores(params.kbid, query, new Date()));
