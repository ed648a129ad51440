export type { Choices } from './configuration/choices';
export { LearningConfigurationEntity } from './configuration/learning-configuration.entity';
export { LearningConfigurationRepository } from './configuration/learning-configuration.repository';
export { StrategyEntity, type StrategyKind } from './strategy/strategy.entity';
export { type StrategyPlace, StrategyRepository } from './strategy/strategy.repository';
export { understandingDatabase, understandingSchema } from './understanding.database';
