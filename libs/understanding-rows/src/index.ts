export type { Choices } from './configuration/choices';
export { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
export { LearningConfigurationRepository } from './configuration/learning-configuration.repository';
export { understandingDatabase, understandingSchema } from './understanding.database';
