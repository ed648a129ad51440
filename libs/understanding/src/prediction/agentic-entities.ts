import type { RecognizedTokens } from '@lectern/contracts/understanding';
import type { ConfiguredBox } from '../configuration/learning-configurations';

/** How names are found. */
export interface AgenticCall {
  readonly box: ConfiguredBox | undefined;
  readonly showConsumption: boolean;
  readonly signal: AbortSignal;
}

/** Finds names in queries as the graph agents of a knowledge box define them. */
export abstract class AgenticEntities {
  /** @throws AppError `invalid_request` where no such agent is; as models do */
  abstract recognize(text: string, call: AgenticCall): Promise<RecognizedTokens>;
}
