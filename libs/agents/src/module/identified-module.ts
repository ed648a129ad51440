import { randomUUID } from 'node:crypto';
import type { AgentModule } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

/** Levels of modules within modules. */
export const NESTING_MAX = 10;
/** Modules within one module, at all levels together. */
const NESTED_MAX = 100;
/** Members that hold modules. */
const NESTED_MEMBERS = ['fallback', 'next_agent', 'then', 'else_', 'agents', 'registered_agents', 'configs'] as const;
/** Names of conditional modules in older clients. */
const literals: Readonly<Record<string, string>> = {
  preprocess_conditional: 'pre_conditional',
  postprocess_conditional: 'post_conditional',
  static: 'static_string',
};

/** A module, and all that are in it, with their ids. */
export type IdentifiedModule = AgentModule & { readonly id: string };

/**
 * Gives an id to the module and to all modules in it that have none.
 *
 * @throws AppError `invalid_request` when they are nested too deeply, too many, or two have the same id
 */
export function identified(module: AgentModule): IdentifiedModule {
  const ids = new Set<string>();
  const visit = (one: AgentModule, level: number): IdentifiedModule => {
    if (level > NESTING_MAX) throw new AppError('invalid_request', `Modules are nested at most ${NESTING_MAX} deep`);
    const id = one.id?.toLowerCase() ?? randomUUID();
    if (ids.has(id)) throw new AppError('invalid_request', `Two modules have the id ${id}`);
    ids.add(id);
    if (ids.size > NESTED_MAX) throw new AppError('invalid_request', `A module contains at most ${NESTED_MAX} others`);
    const inner = nestedModules(one).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((nested) => visit(nested, level + 1)) : visit(value, level + 1),
    ]);
    return { ...one, ...Object.fromEntries(inner), id, module: literals[one.module] ?? one.module };
  };
  return visit(module, 1);
}

/** Members of a module that hold modules: one, or a list. */
export function nestedModules(module: AgentModule): readonly (readonly [string, AgentModule | AgentModule[]])[] {
  return NESTED_MEMBERS.flatMap((name) => {
    // Declared by the classes of modules that have them.
    const value = Reflect.get(module, name) as AgentModule | AgentModule[] | null | undefined;
    return value ? [[name, value] as const] : [];
  });
}
