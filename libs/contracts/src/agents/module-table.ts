import type { Constructor } from '../core/input';
import type { AgentModule } from './module/module.dto';

/**
 * Classes of the modules of one kind by name. They enter it one by one: modules contain others of their kind, so that a
 * list of all classes could not be declared before any of them.
 */
export class ModuleTable {
  /** As a shape `tagged` takes them. */
  readonly branches: Record<string, () => Constructor<AgentModule>> = {};

  /** Enters a class under its names. */
  entry(...names: readonly string[]): (type: Constructor<AgentModule>) => void {
    return (type) => {
      for (const name of names) this.branches[name] = () => type;
    };
  }
}
