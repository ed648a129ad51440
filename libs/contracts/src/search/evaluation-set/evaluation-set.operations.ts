import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsActivity } from '../activity/activity.operations';
import {
  AddedEvaluationQuestions,
  EvaluationQuestionPayload,
  EvaluationQuestionsPayload,
  EvaluationQuestionTarget,
  EvaluationSet,
  EvaluationSetChanges,
  EvaluationSetContent,
  EvaluationSetPayload,
  EvaluationSets,
  EvaluationSetTarget,
} from './evaluation-set.dto';

const collection = '/api/v1/kb/{kbid}/evaluation_sets';
const item = '/api/v1/kb/{kbid}/evaluation_set/{set_id}';
const question = `${item}/question/{question_id}`;
const deadlineMs = 20_000;

/** Sets name documents and quote questions of others. */
export const writesEvaluations: Policy = { ...readsActivity, role: 'WRITER' };

const away = { unavailable: 'The database cannot be asked.' };
const noSet = 'The knowledge box or the set does not exist.';
const noQuestion = 'The knowledge box, the set or the question does not exist.';
const tooLarge = 'The set would have more than 500 questions, or more than 2 MiB.';
const twice = 'The set has another question of this id.';

/** Returns the sets of questions of a knowledge box, by title. */
export const listEvaluationSets = operation({
  name: 'search.evaluation-set.list',
  summary: 'List sets of questions',
  http: { method: 'GET', path: collection, host: 'zone', success: 200 },
  policy: readsActivity,
  params: KnowledgeBoxTarget,
  answer: EvaluationSets,
  fails: away,
  deadlineMs,
});

/** A knowledge box has at most 50 sets, each with at most 500 questions and 2 MiB. */
export const createEvaluationSet = operation({
  name: 'search.evaluation-set.create',
  summary: 'Create a set of questions',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: writesEvaluations,
  params: KnowledgeBoxTarget,
  body: EvaluationSetPayload,
  answer: EvaluationSet,
  fails: {
    ...failsWithoutRoom,
    ...away,
    conflict: 'Two questions have the same id.',
    quota_exceeded: 'The knowledge box has 50 sets of questions.',
    too_large: tooLarge,
  },
  deadlineMs,
});

/** Returns a set with all of its questions. */
export const getEvaluationSet = operation({
  name: 'search.evaluation-set.get',
  summary: 'Get a set of questions',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: readsActivity,
  params: EvaluationSetTarget,
  answer: EvaluationSetContent,
  fails: { ...away, not_found: noSet },
  deadlineMs,
});

/** Changes the title. */
export const changeEvaluationSet = operation({
  name: 'search.evaluation-set.change',
  summary: 'Change a set of questions',
  http: { method: 'PATCH', path: item, host: 'zone', success: 200 },
  policy: writesEvaluations,
  params: EvaluationSetTarget,
  body: EvaluationSetChanges,
  answer: EvaluationSet,
  fails: { ...failsWithoutRoom, ...away, not_found: noSet },
  deadlineMs,
});

/** Also deletes its runs; those that are not finished are stopped. */
export const deleteEvaluationSet = operation({
  name: 'search.evaluation-set.delete',
  summary: 'Delete a set of questions with its runs',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: writesEvaluations,
  params: EvaluationSetTarget,
  fails: { ...away, not_found: noSet },
  deadlineMs,
});

/** Adds questions after the others: all of them, or none. */
export const addEvaluationQuestions = operation({
  name: 'search.evaluation-set.add-questions',
  summary: 'Add questions to a set',
  http: { method: 'POST', path: `${item}/questions`, host: 'zone', success: 201 },
  policy: writesEvaluations,
  params: EvaluationSetTarget,
  body: EvaluationQuestionsPayload,
  answer: AddedEvaluationQuestions,
  fails: { ...failsWithoutRoom, ...away, not_found: noSet, conflict: twice, too_large: tooLarge },
  deadlineMs,
});

/**
 * Replaces a question in its place; runs that have begun ask the earlier one. The id stays unless the body has another.
 */
export const replaceEvaluationQuestion = operation({
  name: 'search.evaluation-set.replace-question',
  summary: 'Replace a question of a set',
  http: { method: 'PUT', path: question, host: 'zone', success: 204, reply: 'empty' },
  policy: writesEvaluations,
  params: EvaluationQuestionTarget,
  body: EvaluationQuestionPayload,
  fails: { ...failsWithoutRoom, ...away, not_found: noQuestion, conflict: twice, too_large: tooLarge },
  deadlineMs,
});

/** Results of finished runs keep it. */
export const deleteEvaluationQuestion = operation({
  name: 'search.evaluation-set.delete-question',
  summary: 'Delete a question of a set',
  http: { method: 'DELETE', path: question, host: 'zone', success: 204, reply: 'empty' },
  policy: writesEvaluations,
  params: EvaluationQuestionTarget,
  fails: { ...away, not_found: noQuestion },
  deadlineMs,
});
