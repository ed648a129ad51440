export { AugmentationModule } from './augmentation.module';
export { AgentEngine, type AgentRun, type ModelsOfBox } from './agents/agent-engine';
export { type Found, joinedFindings, saysSomething } from './agents/agent-findings';
export { loggedLines } from './agents/agent-log';
export {
  agentTaskDefinitions,
  agentTaskKind,
  checkDatasetTask,
  checkTaskParameters,
  isDone as isTaskDone,
  taskCourse,
} from './agents/agent-task-record';
export { AgentTaskRows } from './agents/agent-task-rows';
export { type AgentText, severalAtOnce } from './agents/agent-text';
export { type SealedParameters, TaskSecrets } from './agents/task-secrets';
export { type Agent, agentReads, chosenAgents } from './agents/chosen-agents';
export { type FilteredField, passesFilter } from './agents/field-filter';
export type { RememberedConversation } from './agents/memory-agent';
export { entryOf, factOf } from './agents/memory-facts';
export { fieldTextOf, questionMembers, relationLists } from './agents/field-message';
export { similarLabels } from './agents/similar-labels';
export {
  type FileData,
  type LinkData,
  type MessageConversation,
  type MessageError,
  type MessageField,
  type MessageFieldType,
  type MessageFile,
  type MessageMetadata,
  type MessageText,
  type MessageVectors,
  type MetadataWrapper,
  type ProcessedMessage,
  type RowsPreview,
  type TextWrapper,
  type VectorsWrapper,
  decodeMessage,
  encodeMessage,
  fieldTypes,
  kindNumber,
  timestampOf,
} from './message/processed-message';
