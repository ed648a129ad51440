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

/** A module within another one, and where it is there, as in a 422. */
export interface PlacedModule {
  readonly module: IdentifiedModule;
  /** Names and numbers, such as `then`, `0`, `external`. */
  readonly place: readonly string[];
}

/** The module and all that are in it. */
export function modulesIn(module: IdentifiedModule, before: readonly string[] = []): readonly PlacedModule[] {
  const place = [...before, module.module];
  const inner = nestedModules(module).flatMap(([name, value]) =>
    // Those within a module with an id have ids, too.
    Array.isArray(value)
      ? value.flatMap((one, at) => modulesIn(one as IdentifiedModule, [...place, name, String(at)]))
      : modulesIn(value as IdentifiedModule, [...place, name]),
  );
  return [{ module, place }, ...inner];
}

/** The same module, in which it and all modules in it are changed. */
export function changedModules(
  module: IdentifiedModule,
  change: (one: IdentifiedModule) => IdentifiedModule,
): IdentifiedModule {
  // As in `modulesIn`.
  const visit = (one: AgentModule) => changedModules(one as IdentifiedModule, change);
  const inner = nestedModules(module).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(visit) : visit(value),
  ]);
  return { ...change(module), ...Object.fromEntries(inner) };
}
