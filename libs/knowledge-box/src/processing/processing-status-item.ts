import { naiveUtc } from '@lectern/contracts/core';
import {
  embedLargeResource,
  embedResource,
  fetchLink,
  type Finding,
  type ProcessingStatusItem,
  processLargeResource,
  processResource,
  readFile,
  understandText,
} from '@lectern/contracts/knowledge-box';
import type { JobView } from '@lectern/database';
import type { WaitingResource } from '@lectern/resource-store';

const embedding: readonly string[] = [embedResource, embedLargeResource].map(({ name }) => name);

/** Names of the tasks that make resources searchable. */
export const processingTasks: readonly string[] = [
  ...[processResource, processLargeResource, understandText, fetchLink, readFile].map(({ name }) => name),
  ...embedding,
];

/** The work on a resource. */
export interface ResourceWork {
  readonly resource: WaitingResource;
  readonly kbid: string;
  /** All jobs of the resource. */
  readonly jobs: readonly JobView[];
  /** Positions of jobs in their queues, by id. */
  readonly positions: ReadonlyMap<string, number>;
  /** Resources per second. */
  readonly rates: Readonly<Record<Finding, number | null>>;
  readonly now: Date;
}

/** A resource and its work in the form of the interface. */
export function processingStatusItem({
  resource,
  kbid,
  jobs,
  positions,
  rates,
  now,
}: ResourceWork): ProcessingStatusItem {
  const job = leading(jobs);
  const position = (job && positions.get(job.id)) ?? 0;
  const waitsFor = waitsForOf(resource, jobs);
  const since = [...jobs.map(({ createdAt }) => createdAt.getTime()), ...(jobs.length ? [] : [+resource.modified])];
  return {
    processing_id: job?.id ?? '',
    resource_id: resource.id,
    kbid,
    title: resource.title,
    labels: resource.classifications.map(({ labelset, label }) => `${labelset}/${label}`),
    completed: false,
    scheduled: isScheduled(jobs),
    timestamp: naiveUtc(new Date(Math.min(...since))),
    completed_at: null,
    scheduled_at: job ? naiveUtc(job.runAt) : null,
    failed: jobs.some(({ state }) => state === 'failed'),
    retries: Math.max(0, ...jobs.map(failedAttempts)),
    schedule_eta: job ? secondsUntil(job, { now, position, rate: rates[waitsFor] }) : null,
    schedule_order: position,
    waits_for: waitsFor,
  };
}

/** The job that represents all of them. */
export function leading(jobs: readonly JobView[]): JobView | undefined {
  const [first] = jobs.toSorted((a, b) => rank(a) - rank(b) || a.runAt.getTime() - b.runAt.getTime());
  return first;
}

/** Whether no job is running and one will start by itself. Between two tasks there is briefly no job. */
export function isScheduled(jobs: readonly JobView[]): boolean {
  const state = leading(jobs)?.state;
  return state !== 'running' && state !== 'failed';
}

function rank({ state }: JobView): number {
  if (state === 'running') return 0;
  return state === 'failed' ? 2 : 1;
}

function waitsForOf({ status }: WaitingResource, jobs: readonly JobView[]): Finding {
  const isGivenUp = jobs.some(({ state, task }) => state === 'failed' && !embedding.includes(task));
  return status === 'PENDING' || isGivenUp ? 'words' : 'meaning';
}

/** A running attempt has not failed. */
function failedAttempts({ state, attempts }: JobView): number {
  return state === 'running' ? attempts - 1 : attempts;
}

function secondsUntil(
  { state, runAt }: JobView,
  { now, position, rate }: { readonly now: Date; readonly position: number; readonly rate: number | null },
): number | null {
  if (state === 'failed') return null;
  if (state === 'running') return 0;
  const pauseS = Math.ceil((runAt.getTime() - now.getTime()) / 1_000);
  if (pauseS > 0) return pauseS;
  return position > 0 && rate !== null ? Math.ceil(position / rate) : null;
}
