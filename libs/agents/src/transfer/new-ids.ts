import { randomUUID } from 'node:crypto';
import { isObject } from '@lectern/contracts/core';
import { type IdentifiedModule, nestedModules } from '../module/identified-module';

/** The module with new ids for itself and all modules in it, also where members name these by their ids. */
export function withNewIds(module: IdentifiedModule): IdentifiedModule {
  const ids = new Map(idsIn(module).map((id) => [id, randomUUID()]));
  // The same members, of the same types.
  return renamed(module, ids) as IdentifiedModule;
}

function idsIn(module: IdentifiedModule): readonly string[] {
  // All have ids, since `identified` gave them.
  const inner = nestedModules(module).flatMap(([, value]) => [value].flat() as IdentifiedModule[]);
  return [module.id, ...inner.flatMap(idsIn)];
}

function renamed(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value.toLowerCase()) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, inner]) => [ids.get(name.toLowerCase()) ?? name, renamed(inner, ids)]));
}
