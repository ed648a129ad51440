import type { ModulesContainer } from '@nestjs/core';
import { type RunsMark, runsMark } from './runs';
import type { RegisteredTask } from './task-runner';

/** The marked methods of all providers in modules that import the module of `provider`. */
export function handlersBeside(provider: object, modules: ModulesContainer): RegisteredTask[] {
  const all = [...modules.values()];
  const home = all.find((module) => [...module.providers.values()].some(({ instance }) => instance === provider));
  const importing = all.filter((module) => home !== undefined && module.imports.has(home));
  const instances = new Set(
    importing.flatMap((module) => [...module.providers.values()].map(({ instance }) => instance)),
  );
  const tasks = [...instances].flatMap((instance) => handlersOf(instance));
  const names = tasks.map(({ task }) => task.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`The task ${twice} has two handlers`);
  return tasks;
}

function handlersOf(instance: unknown): RegisteredTask[] {
  if (typeof instance !== 'object' || instance === null) return [];
  const prototype: object | null = Object.getPrototypeOf(instance);
  if (prototype === null || prototype === Object.prototype) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([, { value }]) => {
    const mark: RunsMark | undefined = runsMark(value);
    return mark ? [{ ...mark, handle: value.bind(instance) }] : [];
  });
}
