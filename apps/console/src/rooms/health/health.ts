import { ApiError } from '@lectern/client';
import { listTasks, readIndexRuns, readModelUse, replayTasks, startIndexRun } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { refusalOf, request } from '../../api/request';

const REFRESH_MS = 5_000;
const TASKS_MAX = 200;

export type Readiness = 'ok' | 'degraded' | 'not ready';

export interface HealthReport {
  readonly status: Readiness;
  /** `ok` or the problem, by name of the part; undefined where the server reports that on another port. */
  readonly checks?: Readonly<Record<string, string>>;
}

interface RawReport {
  readonly status?: Readiness;
  readonly checks?: Readonly<Record<string, string>>;
}

/** The report of one of the two addresses; undefined without one. */
async function reportAt(path: string, signal: AbortSignal): Promise<RawReport | undefined> {
  const answer = await request(path, { signal, headers: { accept: 'application/json' } });
  if (!/\bjson\b/.test(answer.headers.get('content-type') ?? '') || answer.status === 404) return undefined;
  const body = (await answer.json()) as RawReport; // both addresses answer so, ready or not
  if (answer.ok || answer.status === 503) return { status: answer.ok ? body.status : 'not ready', checks: body.checks };
  throw new ApiError(`GET ${path}`, answer.status, body);
}

/** The first address is everywhere and says how the gateway is; the second, unless it is on another port, says why. */
async function readHealth(signal: AbortSignal): Promise<HealthReport> {
  const [brief, whole] = await Promise.all(
    ['/api/v1/health/ready', '/health/ready'].map((path) => reportAt(path, signal)),
  );
  const status = whole?.status ?? brief?.status ?? 'not ready';
  const checks = whole?.checks ?? brief?.checks;
  return { status, ...(checks && { checks }) };
}

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => readHealth(signal),
  refetchInterval: REFRESH_MS,
});

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: async ({ signal }) => {
    const answer = await request('/api/v1/versions', { signal });
    if (!answer.ok) throw await refusalOf('GET /api/v1/versions', answer);
    // By what the gateway answers there.
    return (await answer.json()) as {
      readonly lectern: { readonly installed: string; readonly latest: string | null };
    };
  },
});

export const failedTasksQuery = queryOptions({
  queryKey: ['tasks', 'failed'],
  queryFn: ({ signal }) => api.call(listTasks, { query: { state: 'failed', limit: TASKS_MAX }, signal }),
  refetchInterval: REFRESH_MS,
});

/** Content of the queue, as far as one page goes. */
export const tasksQuery = queryOptions({
  queryKey: ['tasks', 'all'],
  queryFn: ({ signal }) => api.call(listTasks, { query: { limit: TASKS_MAX }, signal }),
  refetchInterval: REFRESH_MS,
});

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => api.call(readModelUse, { signal }),
});

export const verificationsQuery = queryOptions({
  queryKey: ['index-runs', 'verify'],
  queryFn: ({ signal }) => api.call(readIndexRuns, { params: { work: 'verify' }, signal }),
  refetchInterval: REFRESH_MS,
});

export const retryTasks = () => api.call(replayTasks, { body: {} });

export const verifyIndexes = () => api.call(startIndexRun, { params: { work: 'verify' }, body: {} });

export const rebuildIndexes = (kb: string) => api.call(startIndexRun, { params: { work: 'rebuild' }, body: { kb } });

/** Whether a query failed because this person does not run the deployment. */
export function isForRunners(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
