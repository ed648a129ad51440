import {
  cleanupKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { learningQuery, vectorsetsQuery } from '../../data/box-models';
import { isMoving, lastMigration, MIGRATOR } from './migration-state';

const REFRESH_MS = 2_000;
/** Tasks that are done, among which the last move is sought. */
const DONE_MAX = 100;

/** The last move of a box to another embedding model; null without one. */
export const migrationQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'migration'],
    queryFn: async ({ signal }) => {
      const query = { count: DONE_MAX };
      const { running, done } = await api.call(listKnowledgeBoxTasks, { params: { kbid }, query, signal });
      return lastMigration([...running, ...done]) ?? null;
    },
    refetchInterval: ({ state }) => (isMoving(state.data ?? undefined) ? REFRESH_MS : false),
  });

/** Which models a box has changes with its vectorsets. */
export function rereadModels(kbid: string): Promise<unknown> {
  const changed = [migrationQuery(kbid), vectorsetsQuery(kbid), learningQuery(kbid)];
  return Promise.all(changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
}

export function useStartMigration(kbid: string) {
  return useMutation({
    mutationFn: (semantic_model_id: string) => {
      const body = { name: MIGRATOR, apply: 'EXISTING', parameters: { semantic_model_id } } as const;
      return api.call(startKnowledgeBoxTask, { params: { kbid }, body });
    },
    onSettled: () => rereadModels(kbid),
  });
}

const steps = {
  stop: stopKnowledgeBoxTask,
  resume: restartKnowledgeBoxTask,
  undo: cleanupKnowledgeBoxTask,
} as const;

/** A step of a move. */
export type MigrationStep = keyof typeof steps;

/** Stops a move, continues it, or undoes it. */
export function useMigrationStep(kbid: string, task_id: string) {
  return useMutation({
    mutationFn: (step: MigrationStep) => api.call(steps[step], { params: { kbid, task_id } }),
    onSettled: () => rereadModels(kbid),
  });
}
