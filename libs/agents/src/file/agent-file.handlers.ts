import { handlersOf } from '@lectern/bus';
import {
  deleteInteractionsDownload,
  fetchAgentExport,
  fetchInteractionsFile,
  getInteractionsDownload,
  type InteractionFileTarget,
  listBlobsOfAgents,
  listInteractionsDownloads,
  requestAgentExport,
  requestInteractionsDownload,
} from '@lectern/contracts/agents';
import { AgentExportService } from './agent-export.service';
import type { AgentFileKey } from './agent-file.repository';
import { AgentFiles } from './agent-files';
import { InteractionDownloadService } from './interaction-download.service';

export const AgentExportHandlers = handlersOf(AgentExportService)
  .answer(requestAgentExport, (exports, { params, body, principal }) =>
    exports.request(params.agent_id, body, principal),
  )
  .answer(fetchAgentExport, (exports, { params, query }) =>
    exports.file({ agent: params.agent_id, id: params.export_id }, query.token),
  );

export const InteractionDownloadHandlers = handlersOf(InteractionDownloadService)
  .answer(requestInteractionsDownload, (downloads, { params, body, headers }) =>
    downloads.request(params.agent_id, body, headers.accept),
  )
  .answer(listInteractionsDownloads, (downloads, { params }) => downloads.list(params.agent_id))
  .answer(getInteractionsDownload, (downloads, { params }) => downloads.get(agentFileKeyOf(params)))
  .answer(deleteInteractionsDownload, (downloads, { params }) => downloads.delete(agentFileKeyOf(params)))
  .answer(fetchInteractionsFile, (downloads, { params, query }) =>
    downloads.file(agentFileKeyOf(params), query.signature),
  );

export const AgentBlobHandlers = handlersOf(AgentFiles).answer(listBlobsOfAgents, async (files, { body }) => ({
  keys: await files.named(body.keys),
}));

function agentFileKeyOf({ agent_id: agent, request_id: id }: InteractionFileTarget): AgentFileKey {
  return { agent, id };
}
