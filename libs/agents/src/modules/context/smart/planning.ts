import type { SmartConfig } from '@lectern/contracts/agents';
import type { FunctionCall } from '../../../engine/module-models';

/** How calls are planned. */
export type PlanningConfig = Pick<
  SmartConfig,
  | 'planning_mode'
  | 'planner_model'
  | 'executor_model'
  | 'parallel_tool_calls'
  | 'extra_prompt'
  | 'history'
  | 'max_tool_result_kb'
  | 'max_tool_result_item_kb'
>;

/** A call with what the model is told about it. */
export interface CallResult {
  readonly call: FunctionCall;
  readonly text: string;
  /** False: the same call was made before. */
  readonly isNew: boolean;
}
