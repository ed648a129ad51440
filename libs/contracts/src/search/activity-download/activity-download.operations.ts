import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { Download } from '../../knowledge-box/upload/upload.dto';
import { ActivityTarget } from '../activity/activity.dto';
import {
  ActivityDownload,
  ActivityDownloadHeaders,
  ActivityDownloadPayload,
  ActivityDownloadTarget,
  ActivityFileTarget,
} from './activity-download.dto';

const DOWNLOAD_DEADLINE_MS = 20_000;

const readsActivity: Policy = {
  credentials: ['sa', 'user', 'pat'],
  role: 'READER',
  on: 'kb',
  showsWholeBox: true,
};

/**
 * Has all rows that meet the conditions written into a file, oldest first: JSON lines as the query answers them, or CSV
 * with a column per field. A background task does it; ask for the download until it has a `download_url`. The file can
 * be fetched for a day, and has at most 1 GiB. A knowledge box has at most 10 downloads that are not finished.
 */
export const requestActivityDownload = operation({
  name: 'search.activity.download',
  summary: 'Request a file of the activity of a knowledge box',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/activity/{event_type}/query/download',
    host: 'zone',
    success: 200,
  },
  policy: readsActivity,
  params: ActivityTarget,
  headers: ActivityDownloadHeaders,
  body: ActivityDownloadPayload,
  answer: ActivityDownload,
  fails: {
    ...failsWithoutRoom,
    rate_limited: 'Too many requests, or the knowledge box has 10 downloads that are not finished.',
    unavailable: 'The database cannot be asked.',
  },
  deadlineMs: DOWNLOAD_DEADLINE_MS,
});

/** Returns how far a download is: it has a `download_url` once the file is written. It is forgotten after a day. */
export const getActivityDownload = operation({
  name: 'search.activity.download-status',
  summary: 'Get a requested file of activity',
  http: {
    method: 'GET',
    path: '/api/v1/kb/{kbid}/activity/download_request/{request_id}',
    host: 'zone',
    success: 200,
  },
  policy: readsActivity,
  params: ActivityDownloadTarget,
  answer: ActivityDownload,
  fails: {
    not_found: 'The knowledge box or the download does not exist, or the download has expired.',
    unavailable: 'The database cannot be asked.',
  },
  deadlineMs: DOWNLOAD_DEADLINE_MS,
});

/**
 * Returns a file of activity. The address is the credential; it ends with the file, a day after the request. `Range`
 * with one range of bytes is answered 206. Where the object store can be reached by clients, 307 sends them there.
 */
export const fetchActivityFile = operation({
  name: 'search.activity.file',
  summary: 'Fetch a file of activity',
  http: {
    method: 'GET',
    path: '/api/v1/activity_file/{token}',
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: ActivityFileTarget,
  answer: Download,
  fails: {
    not_found: 'There is no such file, or it has expired.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
    unavailable: 'The database cannot be asked.',
  },
  deadlineMs: DOWNLOAD_DEADLINE_MS,
});

/** Names a download. */
export interface ActivityDownloadReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the download. */
  readonly id: string;
}

/** Writes the file of a download. */
export const writeActivityFile = task<ActivityDownloadReference>({
  name: 'writeActivityFile',
  attemptsMax: 10,
  timeoutMs: 30 * 60_000,
});

/** Removes files of activity that have expired. */
export const removeExpiredDownloads = scheduledTask(
  'removeExpiredDownloads',
  { intervalMs: 60_000 },
  { worksWithoutRoom: true },
);
