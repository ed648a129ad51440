import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';

/** A module class, or what its `forFeature` returns. */
export type Part = Type | DynamicModule;

/** Modules and all that they import, each once, without starting them. */
export function reachableModules(modules: readonly Type[]): readonly Part[] {
  const seen = new Set<unknown>();
  return modules.flatMap((module) => [...reachable(module, seen)]);
}

function* reachable(module: Part, seen: Set<unknown>): Generator<Part> {
  if (seen.has(module)) return;
  seen.add(module);
  yield module;
  // What a module imports is a module; this project makes none of them asynchronously.
  for (const imported of decoratedList(module, MODULE_METADATA.IMPORTS)) yield* reachable(imported as Part, seen);
}

/**
 * A list of a module, such as its providers: from the decorator of the class, and from what is added where the module
 * is made.
 */
export function decoratedList(module: Part, key: string): readonly unknown[] {
  const [type, added] = typeof module === 'function' ? [module, undefined] : [module.module, Reflect.get(module, key)];
  const decorated: unknown = Reflect.getMetadata(key, type);
  return [decorated, added].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
}
