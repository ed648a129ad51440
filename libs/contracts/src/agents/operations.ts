import { agentsKeys } from './sealed-keys/sealed-keys.operations';
import type { AnyOperation } from '../core/operation';
import { callA2aAgent, getA2aAgentCard } from './a2a/a2a.operations';
import { createAgentCompletion, listAgentModels } from './agent-completion/agent-completion.operations';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  runScheduleNow,
} from './agent-schedule/agent-schedule.operations';
import { beginAgenticAsk, openAgenticAsk } from './agentic-ask/agentic-ask.operations';
import {
  changeAgenticConfig,
  createAgenticConfig,
  deleteAgenticConfig,
  getAgenticConfig,
  listAgenticConfigs,
} from './agentic-config/agentic-config.operations';
import {
  changeAgenticSource,
  createAgenticSource,
  deleteAgenticSource,
  getAgenticSource,
  listAgenticSources,
} from './agentic-source/agentic-source.operations';
import { purgeAgent } from './agent-purge/agent-purge.operations';
import { getAgentSchema, getFullAgentSchema } from './agent-schema/agent-schema.operations';
import { fetchAgentExport, importAgent, requestAgentExport } from './agent-transfer/agent-transfer.operations';
import { addDriver, deleteDriver, listDrivers, patchDriver } from './driver/driver.operations';
import {
  deleteInteractionsDownload,
  fetchInteractionsFile,
  getInteractionsDownload,
  listBlobsOfAgents,
  listInteractionsDownloads,
  requestInteractionsDownload,
} from './interaction-download/interaction-download.operations';
import {
  beginInteraction,
  cancelInteraction,
  followOwnInteraction,
  interactWithAgent,
  openInteractionSocket,
  respondToAgent,
  resumeInteraction,
  tellOwnInteraction,
} from './interaction/interaction.operations';
import { replayInteraction } from './interaction-replay/interaction-replay.operations';
import {
  callAgentMcp,
  callKnowledgeBoxMcp,
  closeAgentMcpSession,
  closeKnowledgeBoxMcpSession,
  openAgentMcpStream,
  openKnowledgeBoxMcpStream,
} from './mcp/mcp.operations';
import { operationsOfEveryKind } from './module/module.operations';
import { addPrompt, deletePrompt, getPrompt, listPrompts, patchPrompt } from './prompt/prompt.operations';
import { createSession, deleteSession, getSession, listSessions, patchSession } from './session/session.operations';
import { completeSignIn } from './sign-in/sign-in.operations';
import { getTimeline, listTimelines } from './timeline/timeline.operations';
import {
  addWorkflow,
  deleteWorkflow,
  getRules,
  listWorkflows,
  setRules,
  setWorkflow,
} from './workflow/workflow.operations';

/** Operations of the service agents. */
export const agentsOperations: readonly AnyOperation[] = [
  agentsKeys.count,
  agentsKeys.reseal,
  listWorkflows,
  addWorkflow,
  setWorkflow,
  deleteWorkflow,
  getRules,
  setRules,
  ...operationsOfEveryKind.flatMap(({ list, add, order, set, delete: remove }) => [list, add, order, set, remove]),
  listDrivers,
  addDriver,
  patchDriver,
  deleteDriver,
  listPrompts,
  addPrompt,
  getPrompt,
  patchPrompt,
  deletePrompt,
  createSession,
  listSessions,
  getSession,
  patchSession,
  deleteSession,
  purgeAgent,
  getAgentSchema,
  getFullAgentSchema,
  interactWithAgent,
  openInteractionSocket,
  beginInteraction,
  resumeInteraction,
  respondToAgent,
  cancelInteraction,
  followOwnInteraction,
  tellOwnInteraction,
  completeSignIn,
  callKnowledgeBoxMcp,
  openKnowledgeBoxMcpStream,
  closeKnowledgeBoxMcpSession,
  callAgentMcp,
  openAgentMcpStream,
  closeAgentMcpSession,
  getA2aAgentCard,
  callA2aAgent,
  listTimelines,
  getTimeline,
  replayInteraction,
  requestAgentExport,
  fetchAgentExport,
  importAgent,
  requestInteractionsDownload,
  listInteractionsDownloads,
  getInteractionsDownload,
  deleteInteractionsDownload,
  fetchInteractionsFile,
  listBlobsOfAgents,
  createAgentCompletion,
  listAgentModels,
  listAgenticConfigs,
  getAgenticConfig,
  createAgenticConfig,
  changeAgenticConfig,
  deleteAgenticConfig,
  listAgenticSources,
  getAgenticSource,
  createAgenticSource,
  changeAgenticSource,
  deleteAgenticSource,
  openAgenticAsk,
  beginAgenticAsk,
  listSchedules,
  addSchedule,
  getSchedule,
  changeSchedule,
  deleteSchedule,
  runScheduleNow,
];
