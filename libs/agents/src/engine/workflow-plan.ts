import type { ModuleKind } from '@lectern/contracts/agents';
import type { OpenedDriver } from '../driver/driver.service';
import type { IdentifiedModule } from '../module/identified-module';
import type { InteractionFacts } from './module-run';

/** A workflow, and the question that it is to answer. */
export interface WorkflowPlan {
  readonly facts: InteractionFacts;
  /** Instead of those of an agent, where a knowledge box is asked itself. */
  readonly drivers?: readonly OpenedDriver[];
  /** In the order in which they run. */
  readonly modules: Readonly<Record<ModuleKind, readonly IdentifiedModule[]>>;
}
