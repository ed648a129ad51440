import type { AnyOperation } from '../core/operation';
import {
  fetchActivityFile,
  getActivityDownload,
  requestActivityDownload,
} from './activity-download/activity-download.operations';
import { listBlobsOfActivity } from './named-blobs/named-blobs.operations';
import { recordActivity } from './activity-record/activity-record.operations';
import { getActivityMetrics, listActivityMonths, purgeActivity, queryActivity } from './activity/activity.operations';
import { getRemiEvent, listRemiScores, queryRemiScores } from './answer-scores/answer-scores.operations';
import { askKnowledgeBox } from './ask/ask.operations';
import { getAskTrace, replayAsk } from './ask-trace/ask-trace.operations';
import { augmentContext } from './augment/augment.operations';
import { compileFilter } from './filter/filter.operations';
import {
  deleteEvaluationRun,
  getEvaluationRun,
  listEvaluationResults,
  listEvaluationRuns,
  startEvaluationRun,
} from './evaluation-run/evaluation-run.operations';
import {
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationSet,
  getEvaluationSet,
  listEvaluationSets,
  replaceEvaluationQuestion,
} from './evaluation-set/evaluation-set.operations';
import { exportFeedback, sendFeedback } from './feedback/feedback.operations';
import { findParagraphs } from './find/find.operations';
import { hydrateParagraphs } from './hydrate/hydrate.operations';
import { retrieveParagraphs } from './retrieve/retrieve.operations';
import {
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  readSearchConfiguration,
  replaceSearchConfiguration,
} from './search-configuration/search-configuration.operations';
import { searchKnowledgeBox, searchResource } from './search/search.operations';
import { suggest } from './suggest/suggest.operations';
import { searchGraphNodes, searchGraphPaths, searchGraphRelations } from './graph/graph.operations';
import { summarizeResources } from './summarize/summarize.operations';

/** Every operation that the search service handles. */
export const searchOperations: readonly AnyOperation[] = [
  askKnowledgeBox,
  augmentContext,
  compileFilter,
  exportFeedback,
  findParagraphs,
  hydrateParagraphs,
  retrieveParagraphs,
  searchKnowledgeBox,
  searchResource,
  listBlobsOfActivity,
  fetchActivityFile,
  getActivityDownload,
  requestActivityDownload,
  getActivityMetrics,
  listActivityMonths,
  purgeActivity,
  queryActivity,
  recordActivity,
  sendFeedback,
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationSet,
  getEvaluationSet,
  listEvaluationSets,
  replaceEvaluationQuestion,
  deleteEvaluationRun,
  getEvaluationRun,
  listEvaluationResults,
  listEvaluationRuns,
  startEvaluationRun,
  getAskTrace,
  replayAsk,
  getRemiEvent,
  listRemiScores,
  queryRemiScores,
  searchGraphNodes,
  searchGraphPaths,
  searchGraphRelations,
  suggest,
  summarizeResources,
];

/** Operations on saved requests to search, which the service of knowledge boxes handles. */
export const searchConfigurationOperations: readonly AnyOperation[] = [
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  readSearchConfiguration,
  replaceSearchConfiguration,
];
