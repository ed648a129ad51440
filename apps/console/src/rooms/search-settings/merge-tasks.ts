import { listKnowledgeBoxTasks, startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { ALIGNER, lastProposal, type MergeProposal } from './merge-proposal';
import { entityTypesQuery } from './search-settings-queries';

const REFRESH_MS = 2_000;
const DONE_MAX = 100;

const isWorking = (proposal: MergeProposal | null | undefined) =>
  proposal?.state === 'working' || proposal?.applying === 'working';

/** The last proposal of merges; null without one. */
export const proposalQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'merge-proposal'],
    queryFn: async ({ signal }) => {
      const query = { count: DONE_MAX };
      const { running, done } = await api.call(listKnowledgeBoxTasks, { params: { kbid }, query, signal });
      return lastProposal([...running, ...done]) ?? null;
    },
    refetchInterval: ({ state }) => (isWorking(state.data) ? REFRESH_MS : false),
  });

/** Which merges of a proposal are applied. */
interface ChosenMerges {
  readonly apply: string;
  readonly merges: number[];
}

/** Has merges proposed, or applies some of a proposal. */
export function useAlignTask(kbid: string) {
  return useMutation({
    mutationFn: (chosen: ChosenMerges | undefined) => {
      const parameters = { name: 'align', on: 1, operations: [chosen ? { align: chosen } : {}] };
      return api.call(startKnowledgeBoxTask, {
        params: { kbid },
        body: { name: ALIGNER, apply: 'EXISTING', parameters },
      });
    },
    onSettled: () =>
      Promise.all(
        [proposalQuery(kbid), entityTypesQuery(kbid)].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
