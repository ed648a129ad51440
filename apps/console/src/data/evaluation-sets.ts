import {
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  type EvaluationQuestionPayload,
  listEvaluationSets,
} from '@lectern/contracts/search';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../api/client';
import { queries } from '../api/queries';

/** Of everything about evaluations of a box. */
export const evaluationKey = (kbid: string) => ['box', kbid, 'evaluation'] as const;

/** Sets of a box by title. */
export const setsQuery = (kbid: string) =>
  queryOptions({
    queryKey: [...evaluationKey(kbid), 'sets'],
    queryFn: async ({ signal }) => (await api.call(listEvaluationSets, { params: { kbid }, signal })).sets,
  });

/** Also after a refusal: somebody else may have changed it. */
export const evaluationChanged = (kbid: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: evaluationKey(kbid) }),
});

interface NamedSet {
  readonly title: string;
  readonly questions?: readonly EvaluationQuestionPayload[];
}

/** Makes a set, or renames one. */
export function useNameSet(kbid: string, set_id: string | undefined) {
  return useMutation({
    mutationFn: ({ title, questions = [] }: NamedSet) =>
      set_id === undefined
        ? api.call(createEvaluationSet, { params: { kbid }, body: { title, questions } })
        : api.call(changeEvaluationSet, { params: { kbid, set_id }, body: { title } }),
    ...evaluationChanged(kbid),
  });
}

export function useAddQuestions(kbid: string) {
  return useMutation({
    mutationFn: ({ set_id, questions }: { set_id: string; questions: readonly EvaluationQuestionPayload[] }) =>
      api.call(addEvaluationQuestions, { params: { kbid, set_id }, body: { questions } }),
    ...evaluationChanged(kbid),
  });
}
