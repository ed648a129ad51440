import type { ValueProvider } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';

export type EntityClass = new () => object;

/** Entities that a module adds to the database that it imports. */
export class RegisteredRows {
  constructor(readonly entities: readonly EntityClass[]) {}
}

/**
 * A provider that registers a feature's entities with the database that its module imports, so that no list elsewhere
 * has to name them.
 */
export function rowsOf(...entities: readonly EntityClass[]): ValueProvider<RegisteredRows> {
  return { provide: Symbol('rows'), useValue: new RegisteredRows(entities) };
}

/** Entities registered by modules that import the module of `token`, each once. */
export function registeredEntities(token: symbol, value: object, modules: ModulesContainer): readonly EntityClass[] {
  const all = [...modules.values()];
  const home = all.find(({ providers }) => providers.get(token)?.instance === value);
  const importing = all.filter(({ imports }) => home !== undefined && imports.has(home));
  const provided = importing.flatMap(({ providers }) => [...providers.values()].map(({ instance }) => instance));
  return [...new Set(provided.flatMap((one) => (one instanceof RegisteredRows ? one.entities : [])))];
}
