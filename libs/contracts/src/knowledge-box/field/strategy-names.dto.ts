import { Unsupported } from '../../validation/decorators';

/** Strategies that a field may name; there are none yet. */
export class StrategyNames {
  @Unsupported() extract_strategy?: unknown;
  @Unsupported() split_strategy?: unknown;
}
