import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { Download } from '../../knowledge-box/upload/upload.dto';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent } from '../policies';
import {
  AGENT_FILE_BYTES_MAX,
  AgentExportPayload,
  AgentExportQuery,
  AgentExportTarget,
  AgentImportForm,
} from './agent-transfer.dto';

/** The derivation of the key alone takes about a second, and two imports at most run at a time. */
const IMPORT_DEADLINE_MS = 60_000;
/** A part of a form with its texts and headers. */
const FORM_BYTES_MAX = 64 * 1024;

/** The link goes to the mail address of a user: keys of agents have none. */
const exportsAgent: Policy = { ...configuresAgent, credentials: ['user', 'pat'] };

/**
 * Writes drivers with their secrets, workflows with their modules and rules, and prompts into a file of at most 10 MiB
 * that only the passphrase opens. A background task does it; then a mail with a link goes to the user. The link works
 * for a day, until the file was received once.
 */
export const requestAgentExport = operation({
  name: 'agents.export.request',
  summary: 'Request an export of an agent',
  http: { method: 'POST', path: '/api/v1/agent/{agent_id}/export', host: 'zone', success: 200, reply: 'null' },
  policy: exportsAgent,
  params: AgentTarget,
  body: AgentExportPayload,
  fails: {
    ...failsWithoutRoom,
    rate_limited: 'Too many requests, or the agent has 10 files that are not finished.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Returns an export. The token of the link is the credential. The file is deleted once it was received. */
export const fetchAgentExport = operation({
  name: 'agents.export.fetch',
  summary: 'Fetch an export of an agent',
  http: {
    method: 'GET',
    path: '/api/v1/agent/{agent_id}/export/{export_id}',
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206],
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: AgentExportTarget,
  query: AgentExportQuery,
  answer: Download,
  fails: {
    not_found: 'The link is wrong, has expired, or was used.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Adds what an export has to an agent: all of it, or nothing. Workflows keep their ids; drivers, modules, prompts get
 * new ones. Sessions are not part of exports.
 */
export const importAgent = operation({
  name: 'agents.import',
  summary: 'Import an agent',
  http: {
    method: 'POST',
    path: '/api/v1/agent/{agent_id}/import',
    host: 'zone',
    success: 200,
    reply: 'null',
    bodyKind: 'file-form',
    bodySizeBytesMax: AGENT_FILE_BYTES_MAX + FORM_BYTES_MAX,
  },
  policy: configuresAgent,
  params: AgentTarget,
  body: AgentImportForm,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'The passphrase is wrong, or the file is damaged or not an export.',
    conflict: 'The agent has drivers, modules in `default`, or a workflow of the export, and `overwrite` is false.',
    quota_exceeded: 'The agent would have more prompts or workflows than it can have.',
    too_large: 'The file is larger than 10 MiB.',
    unsupported_media_type: 'The body is not a form of `multipart/form-data`.',
  },
  deadlineMs: IMPORT_DEADLINE_MS,
});
