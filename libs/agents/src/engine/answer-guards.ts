import type { AgentModule } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import type { ModuleRegistry } from './module-run';

/** Whether one of the modules, or of those in their branches, checks answers before anybody may see them. */
export function isGuarded(modules: readonly AgentModule[], registry: ModuleRegistry): boolean {
  return modules.some(
    (module) =>
      registry.type('postprocess', module.module).isGuard === true ||
      isGuarded([...branchOf(module, 'then'), ...branchOf(module, 'else_')], registry),
  );
}

/** Modules of a condition, which were checked when it was stored. */
function branchOf(module: AgentModule, name: 'then' | 'else_'): readonly AgentModule[] {
  const branch: unknown = Reflect.get(module, name);
  return Array.isArray(branch) ? branch.filter((one): one is AgentModule => isObject(one) && 'module' in one) : [];
}
