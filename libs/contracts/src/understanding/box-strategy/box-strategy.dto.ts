import { OwnedConfiguration } from '../configuration/configuration.dto';

/** A strategy of a knowledge box, without keys. */
export interface BoxStrategy {
  /** Id of the strategy, UUID with hyphens. */
  readonly id: string;
  /** Whether it is about extraction or about splitting. */
  readonly kind: 'extract' | 'split';
  /** As it was added. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** The strategies of a knowledge box. */
export class BoxStrategies {
  /** Of both kinds, oldest first. */
  strategies!: readonly BoxStrategy[];
}

/** A strategy that a file has. */
export class StrategyToStore extends OwnedConfiguration {
  /** Checked like a request. */
  strategy!: BoxStrategy;
}

/** Outcome of storing a strategy. */
export class StoredBoxStrategy {
  /** Whether the knowledge box has another one of the same id, which stays. */
  isOther!: boolean;
}
