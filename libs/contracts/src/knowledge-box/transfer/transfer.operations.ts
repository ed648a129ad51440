import { failsWithoutRoom } from '../../core/failures';
import { BOX_NOT_FOUND } from '../../core/http-binding';
import { operation, type Policy } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { failsOfProcessing } from '../failures';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from '../policies';
import { Download, StoredBlob } from '../upload/upload.dto';
import { ExportStarted, ExportStatus, ExportTarget, ImportStarted, ImportStatus, ImportTarget } from './transfer.dto';

const starts: Policy = { credentials: ['sa', 'user', 'pat'], role: ['MANAGER', 'WRITER'], on: 'kb' };
const follows: Policy = { ...starts, role: ['MANAGER', 'READER'] };

const box = '/api/v1/kb/{kbid}';

/**
 * A background task writes all of the box into one file, as it is at one moment: labelsets, synonyms, key-value schemas
 * and search configurations, resources, their results of processing, vectors and files. Follow it with its
 * status, then download the file. Values of secrets can only be read again in the same knowledge box. A box has at most
 * 4 exports that are not finished.
 */
export const startExport = operation({
  name: 'kb.export.start',
  summary: 'Export a knowledge box into a file',
  http: { method: 'POST', path: `${box}/export`, host: 'zone', success: 200, unknownBox: BOX_NOT_FOUND },
  policy: starts,
  params: KnowledgeBoxTarget,
  answer: ExportStarted,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The knowledge box does not exist.',
    rate_limited: 'Too many requests, or the box has 4 exports that are not finished.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns how far an export is. It is forgotten after its file was downloaded, and after a week unless configured. */
export const getExportStatus = operation({
  name: 'kb.export.status',
  summary: 'Get the status of an export',
  http: { method: 'GET', path: `${box}/export/{export_id}/status`, host: 'zone', success: 200 },
  policy: follows,
  params: ExportTarget,
  answer: ExportStatus,
  fails: { not_found: 'The knowledge box or the export does not exist.' },
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Returns the file of a finished export. It is deleted once a request has received all of it, and after a week unless
 * configured. `Range` with one range of bytes is answered 206; parts do not delete the file.
 */
export const downloadExport = operation({
  name: 'kb.export.download',
  summary: 'Download the file of an export',
  http: {
    method: 'GET',
    path: `${box}/export/{export_id}`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206],
  },
  policy: follows,
  params: ExportTarget,
  answer: Download,
  fails: {
    not_found: 'The knowledge box or the export does not exist, or its file was downloaded or has expired.',
    precondition_failed: 'The export is not finished.',
    internal: 'The export failed; its status says why.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * The body is the file of an export. A background task stores its resources under their ids: a resource that has the id
 * is replaced, others stay. Their results and vectors are stored, too, and not computed again. Labelsets and key-value
 * schemas of the file replace those with their id, and its synonyms those of their terms; search configurations of the
 * box stay. Content that the caller could not store by a request is left out: search configurations, strategies and
 * vectors of other models need the role SOWNER. The file may have 5 GiB unless configured.
 */
export const startImport = operation({
  name: 'kb.import.start',
  feature: 'upload',
  summary: 'Import a file into a knowledge box',
  http: { method: 'POST', path: `${box}/import`, host: 'zone', success: 200, bodyKind: 'upload' },
  policy: starts,
  params: KnowledgeBoxTarget,
  body: StoredBlob,
  answer: ImportStarted,
  fails: {
    ...failsOfProcessing,
    bad_request:
      'The body is not the file of an export, is of another version, was made with other semantic models, or has ' +
      'hidden resources, which the knowledge box does not allow.',
    too_large: 'The file is larger than the limit.',
    rate_limited:
      'Too many requests, too much waits to be processed, or the box has 4 imports that are not finished; ' +
      '`Retry-After` says when to try again.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns how far an import is, and what it could not store as it is in the file. It is forgotten after a week. */
export const getImportStatus = operation({
  name: 'kb.import.status',
  summary: 'Get the status of an import',
  http: { method: 'GET', path: `${box}/import/{import_id}/status`, host: 'zone', success: 200 },
  policy: follows,
  params: ImportTarget,
  answer: ImportStatus,
  fails: { not_found: 'The knowledge box or the import does not exist.' },
  deadlineMs: READ_DEADLINE_MS,
});

/** Names an export or an import. */
export interface TransferReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the export or import. */
  readonly id: string;
  /** Account of the backup that the export is for. */
  readonly account?: string;
}

/** Writes a knowledge box into a file. */
export const exportKnowledgeBox = task<TransferReference>({
  name: 'exportKnowledgeBox',
  attemptsMax: 5,
  timeoutMs: 10 * 60_000,
});

/** Reads a file into a knowledge box. */
export const importKnowledgeBox = task<TransferReference>({
  name: 'importKnowledgeBox',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** Removes exports and imports that have expired. */
export const removeExpiredTransfers = scheduledTask(
  'removeExpiredTransfers',
  { intervalMs: 60_000 },
  { worksWithoutRoom: true },
);
