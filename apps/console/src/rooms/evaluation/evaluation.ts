import {
  deleteEvaluationQuestion,
  deleteEvaluationRun,
  deleteEvaluationSet,
  type EvaluationQuestion,
  type EvaluationRunPayload,
  type EvaluationRunState,
  getEvaluationRun,
  getEvaluationSet,
  listEvaluationResults,
  listEvaluationRuns,
  replaceEvaluationQuestion,
  startEvaluationRun,
} from '@lectern/contracts/search';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { evaluationChanged, evaluationKey } from '../../data/evaluation-sets';
import { evaluationRunOf, type LoadedRun } from './loaded-run';

const RUNNING_MS = 1_500;

const runsKey = (kbid: string) => [...evaluationKey(kbid), 'runs'] as const;

/** A set with its questions. */
export const setQuery = (kbid: string, set_id: string) =>
  queryOptions({
    queryKey: [...evaluationKey(kbid), 'set', set_id],
    queryFn: ({ signal }) => api.call(getEvaluationSet, { params: { kbid, set_id }, signal }),
  });

const isRunning = ({ state }: EvaluationRunState) => state === 'running';

/** Runs, the newest first; read again while one is running. @param set_id absent: of all sets */
export const runsQuery = (kbid: string, set_id?: string) =>
  queryOptions({
    queryKey: [...runsKey(kbid), 'of', set_id ?? 'all'],
    queryFn: async ({ signal }) => {
      const query = set_id === undefined ? {} : { set_id };
      return (await api.call(listEvaluationRuns, { params: { kbid }, query, signal })).runs;
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
  });

/** A run with all of its results; read again while it is running. */
export const runQuery = (kbid: string, run_id: string) =>
  queryOptions({
    queryKey: [...runsKey(kbid), run_id],
    queryFn: ({ signal }) => loadRun(kbid, run_id, signal),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.state) ? RUNNING_MS : false),
  });

async function loadRun(kbid: string, run_id: string, signal: AbortSignal): Promise<LoadedRun> {
  const params = { kbid, run_id };
  const state = await api.call(getEvaluationRun, { params, signal });
  const lists = await Promise.all(
    state.variants.map(async (_, variant) => {
      const { results } = await api.call(listEvaluationResults, { params, query: { variant }, signal });
      return results;
    }),
  );
  return { state, run: evaluationRunOf(state, lists, kbid) };
}

export function useDeleteSet(kbid: string) {
  return useMutation({
    mutationFn: (set_id: string) => api.call(deleteEvaluationSet, { params: { kbid, set_id } }),
    ...evaluationChanged(kbid),
  });
}

export function useReplaceQuestion(kbid: string, set_id: string) {
  return useMutation({
    mutationFn: (question: EvaluationQuestion) => {
      const params = { kbid, set_id, question_id: question.id };
      return api.call(replaceEvaluationQuestion, { params, body: question });
    },
    ...evaluationChanged(kbid),
  });
}

export function useDeleteQuestion(kbid: string, set_id: string) {
  return useMutation({
    mutationFn: (question_id: string) => api.call(deleteEvaluationQuestion, { params: { kbid, set_id, question_id } }),
    ...evaluationChanged(kbid),
  });
}

export function useStartRun(kbid: string, set_id: string) {
  return useMutation({
    mutationFn: (body: EvaluationRunPayload) => api.call(startEvaluationRun, { params: { kbid, set_id }, body }),
    ...evaluationChanged(kbid),
  });
}

export function useDeleteRun(kbid: string) {
  return useMutation({
    mutationFn: (run_id: string) => api.call(deleteEvaluationRun, { params: { kbid, run_id } }),
    ...evaluationChanged(kbid),
  });
}
