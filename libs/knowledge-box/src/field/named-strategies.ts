import type { StrategyNames } from '@lectern/contracts/knowledge-box';

/** A field with the request's strategies for those it does not specify. */
export function withStrategies<T extends StrategyNames>(field: T, options: StrategyNames | null | undefined): T {
  return {
    ...field,
    extract_strategy: field.extract_strategy || options?.extract_strategy,
    split_strategy: field.split_strategy || options?.split_strategy,
  };
}
