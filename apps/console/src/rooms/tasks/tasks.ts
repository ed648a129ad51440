import {
  type AgentConfig,
  type AgentRequest,
  cleanupKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  getTaskAsset,
  listKnowledgeBoxTasks,
  listTaskAssets,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  type StartAgentTaskPayload,
  stopKnowledgeBoxTask,
  type TaskAsset,
} from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { refusalOf, request } from '../../api/request';

const WHILE_WORKING_MS = 2_000;
const OTHERWISE_MS = 15_000;
const DONE_MAX = 50;

/** Kinds of tasks, and the tasks of a box; read often while one works. */
export const tasksQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'tasks'],
    queryFn: ({ signal }) => api.call(listKnowledgeBoxTasks, { params: { kbid }, query: { count: DONE_MAX }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.running.length ? WHILE_WORKING_MS : OTHERWISE_MS),
  });

/** Reports of tasks, newest first. */
export const reportsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'task-reports'],
    queryFn: async ({ signal }) => (await api.call(listTaskAssets, { params: { kbid }, signal })).assets,
  });

const changed = (kbid: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: tasksQuery(kbid).queryKey }),
});

export function useStartTask(kbid: string) {
  return useMutation({
    mutationFn: (body: StartAgentTaskPayload) => api.call(startKnowledgeBoxTask, { params: { kbid }, body }),
    ...changed(kbid),
  });
}

/** What is done with a task. */
export type TaskDoing = 'stop' | 'restart' | 'enable' | 'disable' | 'cleanup' | 'delete' | 'delete-with-results';

export function useChangeTask(kbid: string) {
  return useMutation({
    mutationFn: async ({ id, what }: { readonly id: string; readonly what: TaskDoing }) => {
      const params = { kbid, task_id: id };
      switch (what) {
        case 'stop':
          return void (await api.call(stopKnowledgeBoxTask, { params }));
        case 'restart':
          return void (await api.call(restartKnowledgeBoxTask, { params }));
        case 'enable':
        case 'disable':
          return void (await api.call(enableKnowledgeBoxTask, { params, body: { enabled: what === 'enable' } }));
        case 'cleanup':
          return void (await api.call(cleanupKnowledgeBoxTask, { params }));
        default: {
          const query = { cleanup: what === 'delete-with-results' };
          await api.call(deleteKnowledgeBoxTask, { params, query });
        }
      }
    },
    ...changed(kbid),
  });
}

/** The text of a report. @throws ApiError */
export async function reportText({ kbid, id }: Pick<TaskAsset, 'kbid' | 'id'>): Promise<string> {
  const { url } = await api.call(getTaskAsset, { params: { kbid, asset_id: id } });
  const { pathname, search } = new URL(url, window.location.origin);
  const answer = await request(`${pathname}${search}`);
  if (!answer.ok) throw await refusalOf('GET report', answer);
  return answer.text();
}

/** How a task for existing resources is. */
export type TaskState = 'waits' | 'works' | 'done' | 'stopped' | 'failed';

export function stateOf({ completed, stopped, failed, scheduled }: AgentRequest): TaskState {
  if (failed) return 'failed';
  if (completed) return 'done';
  if (stopped) return 'stopped';
  return scheduled ? 'works' : 'waits';
}

/** The name that a person gave it, or undefined. */
export function givenName({ parameters }: Pick<AgentRequest | AgentConfig, 'parameters'>): string | undefined {
  const name: unknown = Object(parameters).name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
