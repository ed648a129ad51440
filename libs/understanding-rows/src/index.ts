export { AgentTaskEntity, type AgentTaskKind } from './agent-task/agent-task.entity';
export { type AgentTaskProgress, AgentTaskRepository, type LeasedTask } from './agent-task/agent-task.repository';
export type { Choices } from './configuration/choices';
export { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
export { LearningConfigurationRepository } from './configuration/learning-configuration.repository';
export {
  type Delivery,
  ProcessingDeliveryRepository,
  type QueueOwner,
} from './processing/processing-delivery.repository';
export { NamedProcessingBlobsRepository } from './processing/named-blobs.repository';
export { ProcessingFileRepository } from './processing/processing-file.repository';
export { ProcessingListRepository, type RecordPlace } from './processing/processing-list.repository';
export { type Ending, ProcessingRecordRepository, type ShownRecord } from './processing/processing-record.repository';
export { processingRows } from './processing/processing-rows';
export { ProcessingRecordEntity, type WebhookLog } from './processing/processing.entity';
export { ProcessingUploadEntity } from './processing/tus-upload.entity';
export { type ProcessingUploadKey, ProcessingUploadRepository } from './processing/tus-upload.repository';
export { AssumedRoleEntity } from './assumed-role/assumed-role.entity';
export { AssumedRoleRepository } from './assumed-role/assumed-role.repository';
export { CustomModelEntity } from './custom-model/custom-model.entity';
export { CustomModelRepository, type OwnedCustomModel } from './custom-model/custom-model.repository';
export { GuardrailPolicyEntity } from './guardrail-policy/guardrail-policy.entity';
export { GuardrailPolicyRepository, type OwnedPolicy } from './guardrail-policy/guardrail-policy.repository';
export { ModelConfigurationEntity } from './model-configuration/model-configuration.entity';
export {
  ModelConfigurationRepository,
  type OwnedModelConfiguration,
} from './model-configuration/model-configuration.repository';
export { StrategyEntity, type StrategyKind } from './strategy/strategy.entity';
export { type StrategyPlace, StrategyRepository } from './strategy/strategy.repository';
export { understandingDatabase, understandingSchema } from './understanding.database';
