import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { BlobKeys } from '../../knowledge-box/blob-sweep/blob-sweep.dto';
import { Download } from '../../knowledge-box/upload/upload.dto';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent } from '../policies';
import {
  InteractionDownload,
  InteractionDownloadHeaders,
  InteractionDownloadPayload,
  InteractionDownloads,
  InteractionDownloadTarget,
  InteractionFileQuery,
  InteractionFileTarget,
} from './interaction-download.dto';

const BASE = '/api/v1/agent/{agent_id}/audit';
const unknown = { not_found: 'The agent or the request does not exist, or the request is more than 30 days old.' };

/**
 * Has the interactions of a month written into a file, oldest first: a line of JSON or of CSV for each. A background
 * task does it; ask for the status until there is a `download_url`. An agent has at most 100 requested files.
 */
export const requestInteractionsDownload = operation({
  name: 'agents.audit.request',
  summary: 'Request a file of the interactions of an agent',
  http: { method: 'POST', path: `${BASE}/interactions/download`, host: 'zone', success: 200 },
  policy: configuresAgent,
  params: AgentTarget,
  headers: InteractionDownloadHeaders,
  body: InteractionDownloadPayload,
  answer: InteractionDownload,
  fails: {
    ...failsWithoutRoom,
    not_acceptable: '`Accept` names neither `text/csv` nor `application/x-ndjson`.',
    quota_exceeded: 'The agent has 100 requested files: delete some.',
    rate_limited: 'Too many requests, or the agent has 10 files that are not finished.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Requests are forgotten after 30 days. */
export const listInteractionsDownloads = operation({
  name: 'agents.audit.list',
  summary: 'List the requested files of interactions',
  http: { method: 'GET', path: `${BASE}/download_requests`, host: 'zone', success: 200, member: 'downloads' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: InteractionDownloads,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Once the file is written there is a `download_url`. */
export const getInteractionsDownload = operation({
  name: 'agents.audit.get',
  summary: 'Get how far a file of interactions is',
  http: { method: 'GET', path: `${BASE}/download_request/{request_id}/status`, host: 'zone', success: 200 },
  policy: configuresAgent,
  params: InteractionDownloadTarget,
  answer: InteractionDownload,
  fails: unknown,
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Deletes the request and its file; its address leads nowhere any longer. */
export const deleteInteractionsDownload = operation({
  name: 'agents.audit.delete',
  summary: 'Delete a file of interactions',
  http: {
    method: 'DELETE',
    path: `${BASE}/download_request/{request_id}`,
    host: 'zone',
    success: 200,
    reply: 'null',
  },
  policy: configuresAgent,
  params: InteractionDownloadTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Returns a file of interactions. The signature in the address is the credential; it ends 7 days after the request, or
 * with the file. `Range` with one range of bytes is answered 206. Where the object store can be reached by clients, 307
 * sends them there.
 */
export const fetchInteractionsFile = operation({
  name: 'agents.audit.file',
  summary: 'Fetch a file of interactions',
  http: {
    method: 'GET',
    path: `${BASE}/download_request/{request_id}/file`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: InteractionFileTarget,
  query: InteractionFileQuery,
  answer: Download,
  fails: {
    not_found: 'There is no such file, or its address has expired.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Of some files of the blob store, those that rows of agents name. */
export const listBlobsOfAgents = operation({
  name: 'agents.blobs.named',
  summary: 'List which files of agents are named',
  body: BlobKeys,
  answer: BlobKeys,
  deadlineMs: 20_000,
});

/** Names a file of an agent: an export, or a file of interactions. */
export interface AgentFileReference {
  /** Id of the agent. */
  readonly agent: string;
  /** Id of the file. */
  readonly id: string;
}

/** Writes a file of an agent. */
export const writeAgentFile = task<AgentFileReference>({
  name: 'writeAgentFile',
  attemptsMax: 10,
  timeoutMs: 30 * 60_000,
});

/** Removes files of agents that have expired, and forgets requests. */
export const removeExpiredAgentFiles = scheduledTask(
  'removeExpiredAgentFiles',
  { intervalMs: 60_000 },
  { worksWithoutRoom: true },
);
