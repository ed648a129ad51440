import { type AlignOperation, listKnowledgeBoxTasks, startKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { ALIGNER, lastProposal, lastRenaming, type MergeProposal, type Renaming } from './merge-proposal';
import { entityTypesQuery } from './search-settings-queries';

const REFRESH_MS = 2_000;
const DONE_MAX = 100;

/** The last tasks that merge and rename; null without one. */
interface NameTasks {
  readonly proposal: MergeProposal | null;
  readonly renaming: Renaming | null;
}

function isWorking(tasks: NameTasks | undefined): boolean {
  const { proposal, renaming } = tasks ?? {};
  return proposal?.state === 'working' || proposal?.applying === 'working' || renaming?.state === 'working';
}

/** The last proposal of merges and the last renaming. When their tasks end, names are read again. */
export const nameTasksQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'name-tasks'],
    queryFn: async ({ signal, queryKey }): Promise<NameTasks> => {
      const query = { count: DONE_MAX };
      const { running, done } = await api.call(listKnowledgeBoxTasks, { params: { kbid }, query, signal });
      const all = [...running, ...done];
      const tasks = { proposal: lastProposal(all) ?? null, renaming: lastRenaming(all) ?? null };
      const before = queries.getQueryData<NameTasks>(queryKey);
      if (before && !isWorking(tasks) && JSON.stringify(before) !== JSON.stringify(tasks))
        void queries.invalidateQueries({ queryKey: entityTypesQuery(kbid).queryKey });
      return tasks;
    },
    refetchInterval: ({ state }) => (isWorking(state.data) ? REFRESH_MS : false),
  });

/** Has merges proposed, applies some of a proposal, or renames entities. */
export function useAlignTask(kbid: string) {
  return useMutation({
    mutationFn: (align: AlignOperation | undefined) => {
      const parameters = { name: 'align', on: 1, operations: [align ? { align } : {}] };
      return api.call(startKnowledgeBoxTask, {
        params: { kbid },
        body: { name: ALIGNER, apply: 'EXISTING', parameters },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: nameTasksQuery(kbid).queryKey }),
  });
}
