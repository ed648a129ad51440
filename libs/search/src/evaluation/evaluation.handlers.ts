import { handlersOf } from '@lectern/bus';
import {
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationRun,
  deleteEvaluationSet,
  getEvaluationRun,
  getEvaluationSet,
  listEvaluationResults,
  listEvaluationRuns,
  listEvaluationSets,
  replaceEvaluationQuestion,
  startEvaluationRun,
} from '@lectern/contracts/search';
import { EvaluationRunsService } from './evaluation-runs.service';
import { EvaluationSetsService } from './evaluation-sets.service';

export const EvaluationHandlers = handlersOf(EvaluationSetsService)
  .answer(listEvaluationSets, (sets, { params }) => sets.list(params.kbid))
  .answer(createEvaluationSet, (sets, { params, body }) => sets.create(params.kbid, body))
  .answer(getEvaluationSet, (sets, { params }) => sets.get(params))
  .answer(changeEvaluationSet, (sets, { params, body }) => sets.rename(params, body.title))
  .answer(deleteEvaluationSet, (sets, { params }) => sets.delete(params))
  .answer(addEvaluationQuestions, (sets, { params, body }) => sets.add(params, body.questions))
  .answer(replaceEvaluationQuestion, (sets, { params, body }) => sets.replace(params, body))
  .answer(deleteEvaluationQuestion, (sets, { params }) => sets.remove(params))
  .of(EvaluationRunsService)
  .answer(startEvaluationRun, (runs, request) => runs.start(request))
  .answer(listEvaluationRuns, (runs, { params, query }) => runs.list(params.kbid, query.set_id))
  .answer(getEvaluationRun, (runs, { params }) => runs.get(params))
  .answer(listEvaluationResults, (runs, { params, query }) => runs.results(params, query.variant ?? 0))
  .answer(deleteEvaluationRun, (runs, { params }) => runs.delete(params));
