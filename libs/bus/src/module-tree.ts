import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';

/** A module class, or the result of its `forFeature`. */
export type Part = Type | DynamicModule;

/** Modules and all modules that they import, each once, read without starting them. */
export function reachableModules(modules: readonly Type[]): readonly Part[] {
  const seen = new Set<unknown>();
  return modules.flatMap((module) => [...reachable(module, seen)]);
}

function* reachable(module: Part, seen: Set<unknown>): Generator<Part> {
  if (seen.has(module)) return;
  seen.add(module);
  yield module;
  // Imports of a module are modules; this project has no asynchronous ones.
  for (const imported of decoratedList(module, MODULE_METADATA.IMPORTS)) yield* reachable(imported as Part, seen);
}

/**
 * A list of a module, such as its providers: entries from the decorator of the class, and entries of the dynamic
 * module.
 */
export function decoratedList(module: Part, key: string): readonly unknown[] {
  const [type, added] = typeof module === 'function' ? [module, undefined] : [module.module, Reflect.get(module, key)];
  const decorated: unknown = Reflect.getMetadata(key, type);
  return [decorated, added].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
}
