import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { PATTERN_EXTRAS_METADATA, PATTERN_HANDLER_METADATA, PATTERN_METADATA } from '@nestjs/microservices/constants';
import { PatternHandler } from '@nestjs/microservices/enums/pattern-handler.enum';
import type { BusUse } from './bus-use';
import type { HandlerExtras } from './handles';
import { decoratedList, reachableModules } from './module-tree';

/** Use of the bus by modules: sorted names of operations and events, without duplicates. */
export interface ModuleDuties {
  /** Operations that their controllers handle. */
  readonly handles: readonly string[];
  /** Operations that they handle only where the deployment is configured so. */
  readonly handlesIfConfigured: readonly string[];
  /** Operations that they may call. */
  readonly calls: readonly string[];
  /** Of those that they handle or call: operations that may be called at a named process. */
  readonly addressed: readonly string[];
  /** Events that they may publish. */
  readonly publishes: readonly string[];
  /** Events that their controllers listen to. */
  readonly hears: readonly string[];
}

/** Declarations of modules and of all modules that they import, read without starting them. */
export function dutiesOf(modules: readonly Type[]): ModuleDuties {
  const all = reachableModules(modules);
  const patterns = all.flatMap((module) => decoratedList(module, MODULE_METADATA.CONTROLLERS)).flatMap(patternsOf);
  const uses = all.flatMap((module) => decoratedList(module, MODULE_METADATA.PROVIDERS)).flatMap(useOf);
  const named = (list: keyof BusUse) => sorted(uses.flatMap((use) => use[list] ?? []).map(({ name }) => name));
  const handled = (kind: PatternHandler) =>
    sorted(patterns.filter((one) => one.kind === kind).map(({ pattern }) => pattern));
  const used = uses.flatMap(({ calls = [], handlesIfConfigured = [] }) => [...calls, ...handlesIfConfigured]);
  return {
    handles: handled(PatternHandler.MESSAGE),
    hears: handled(PatternHandler.EVENT),
    handlesIfConfigured: named('handlesIfConfigured'),
    calls: named('calls'),
    addressed: sorted([
      ...patterns.filter(({ isAddressed }) => isAddressed).map(({ pattern }) => pattern),
      ...used.filter(({ addressed }) => addressed).map(({ name }) => name),
    ]),
    publishes: named('publishes'),
  };
}

interface Pattern {
  readonly kind: PatternHandler;
  readonly pattern: string;
  readonly isAddressed: boolean;
}

function patternsOf(controller: unknown): readonly Pattern[] {
  if (typeof controller !== 'function') return [];
  const prototype: unknown = controller.prototype;
  if (!(prototype instanceof Object)) return [];
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof method !== 'function') return [];
    // Put there by `@Handles` and `@On`: names, which of the two, and the kind of the handler.
    const patterns = (Reflect.getMetadata(PATTERN_METADATA, method) ?? []) as readonly string[];
    const kind = Reflect.getMetadata(PATTERN_HANDLER_METADATA, method) as PatternHandler; // as above
    const extras = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, method) as HandlerExtras | undefined;
    const isAddressed = extras?.addressed === true;
    return patterns.map((pattern) => ({ kind, pattern, isAddressed }));
  });
}

function useOf(provider: unknown): readonly BusUse[] {
  if (!(provider instanceof Object) || !('use' in provider) || !('provide' in provider)) return [];
  return [provider.use as BusUse]; // made by `busFor`
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
