import { addressesOf, moduleClasses, type ModuleKind, secretsOf } from '@lectern/contracts/agents';
import { type Constructor, invalidRequest } from '@lectern/contracts/core';
import { changedModules, type IdentifiedModule, modulesIn } from './identified-module';

/** Secret members by the id of the module that has them, and by name. */
export type ModuleSecrets<T = unknown> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** A module with its secrets apart. */
export interface SplitModule {
  readonly config: IdentifiedModule;
  readonly secrets: ModuleSecrets;
}

/** Takes the secrets out of a module and out of all that are in it. */
export function splitModule(kind: ModuleKind, module: IdentifiedModule): SplitModule {
  const secrets: [string, Readonly<Record<string, unknown>>][] = modulesIn(module).flatMap(({ module: one }) => {
    const given = secretsIn(kind, one);
    return Object.keys(given).length > 0 ? [[one.id, given]] : [];
  });
  const config = changedModules(module, (one) => {
    const names = namesOfSecrets(kind, one);
    // Without optional members, it is a module of the same class.
    return Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name))) as IdentifiedModule;
  });
  return { config, secrets: Object.fromEntries(secrets) };
}

/** Puts the secrets into a module and into those in it. */
export function joinedModule(config: IdentifiedModule, secrets: ModuleSecrets): IdentifiedModule {
  return changedModules(config, (one) => ({ ...one, ...(Object.hasOwn(secrets, one.id) && secrets[one.id]) }));
}

/** A module as it is shown: with null for every secret. */
export function shownModule(kind: ModuleKind, config: IdentifiedModule): IdentifiedModule {
  return changedModules(config, (one) => ({
    ...one,
    ...Object.fromEntries(namesOfSecrets(kind, one).map((name) => [name, null])),
  }));
}

/**
 * The module that replaces a stored one: it keeps the secrets that it leaves out. So do those in it that keep their
 * ids.
 *
 * @throws AppError `invalid_request` when a module would send stored secrets to another address
 */
export function replacedModule(kind: ModuleKind, stored: IdentifiedModule, given: IdentifiedModule): IdentifiedModule {
  const before = new Map(modulesIn(stored).map(({ module: one }) => [one.id, one]));
  const places = new Map(modulesIn(given).map(({ module: one, place }) => [one.id, place]));
  return changedModules(given, (one) => {
    const old = before.get(one.id);
    if (!old || old.module !== one.module) return one;
    const kept = Object.entries(secretsIn(kind, old)).filter(([name]) => !isGiven(one, name));
    if (kept.length === 0) return one;
    const moved = addressesOf(classOf(kind, one)).filter(
      (name) => (Reflect.get(one, name) ?? null) !== (Reflect.get(old, name) ?? null),
    );
    if (moved.length > 0) throw movedProblem(places.get(one.id) ?? [], moved, kept);
    return { ...one, ...Object.fromEntries(kept) };
  });
}

function movedProblem(
  place: readonly string[],
  moved: readonly string[],
  kept: readonly (readonly [string, unknown])[],
): Error {
  const names = kept.map(([name]) => name);
  const msg = `Value error, with another ${moved.join(', ')} the module needs ${names.join(', ')} again`;
  const loc = (name: string) => ['body', ...place, name];
  return invalidRequest(names.map((name) => ({ type: 'value_error', loc: loc(name), msg, input: null })));
}

function secretsIn(kind: ModuleKind, module: IdentifiedModule): Readonly<Record<string, unknown>> {
  const given = namesOfSecrets(kind, module).filter((name) => isGiven(module, name));
  return Object.fromEntries(given.map((name) => [name, Reflect.get(module, name)]));
}

function isGiven(module: IdentifiedModule, name: string): boolean {
  const value: unknown = Reflect.get(module, name);
  return value !== undefined && value !== null;
}

function namesOfSecrets(kind: ModuleKind, module: IdentifiedModule): readonly string[] {
  return secretsOf(classOf(kind, module));
}

/** Modules were checked against these very classes when they were stored. */
function classOf(kind: ModuleKind, { module }: IdentifiedModule): Constructor {
  const type = moduleClasses[kind][module];
  if (!type) throw new Error(`There are no ${kind} modules ${module}`);
  return type();
}
