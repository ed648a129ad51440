import { addressesOf, driverConfigs, driverProviders, secretsOf, wholesOf } from '@lectern/contracts/agents';
import { AppError, type Constructor } from '@lectern/contracts/core';
import { isObject } from '@lectern/contracts/core';

/** Settings of a driver. */
export type DriverConfig = Readonly<Record<string, unknown>>;

/** Settings with their secrets apart. */
export interface SplitConfig {
  readonly config: DriverConfig;
  /** JSON texts by member. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Takes the secrets out of settings. @param of a provider of drivers, or a class with secrets */
export function splitSecrets(of: string | Constructor, config: DriverConfig): SplitConfig {
  const secret = secretsOf(classOf(of));
  const given = Object.entries(config).filter(([, value]) => value !== undefined && value !== null);
  return {
    config: Object.fromEntries(given.filter(([name]) => !secret.includes(name))),
    secrets: Object.fromEntries(
      given.filter(([name]) => secret.includes(name)).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  };
}

/** Settings as they are shown: with null for every secret. */
export function shownConfig(of: string | Constructor, config: DriverConfig): DriverConfig {
  return { ...config, ...Object.fromEntries(secretsOf(classOf(of)).map((name) => [name, null])) };
}

/**
 * Merges changes into settings, deeply. Null removes a member, unless it is a secret, which stays.
 *
 * @throws AppError `invalid_request` when the driver would send stored secrets to another address
 */
export function mergedConfig(of: string | Constructor, stored: DriverConfig, change: DriverConfig): DriverConfig {
  const type = classOf(of);
  const secret = secretsOf(type);
  const given = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => !(secret.includes(name) && value === null)),
  );
  const moved = addressesOf(type).filter(
    (name) => Object.hasOwn(given, name) && (given[name] ?? null) !== (stored[name] ?? null),
  );
  const kept = secret.filter((name) => stored[name] !== undefined && !Object.hasOwn(given, name));
  if (moved.length > 0 && kept.length > 0)
    throw new AppError('invalid_request', `With another ${moved.join(', ')} the driver needs ${kept.join(', ')} again`);
  // Members of a secret object that the change leaves out were meant for the old address, too.
  const replaced = [...wholesOf(type), ...(moved.length > 0 ? secret : [])];
  const base = Object.fromEntries(
    Object.entries(stored).filter(([name]) => !(replaced.includes(name) && Object.hasOwn(given, name))),
  );
  return mergedObjects(base, given);
}

function mergedObjects(stored: DriverConfig, change: DriverConfig): DriverConfig {
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(change)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) && isObject(before) ? mergedObjects(before, value) : value);
  }
  return Object.fromEntries(merged);
}

/** The class of the drivers of a provider. */
export function driverClassOf(provider: string): Constructor {
  const type = driverProviders[provider];
  if (!type) throw noProvider(provider);
  return type();
}

/** The class of the settings of a provider. */
function classOf(provider: string | Constructor): Constructor {
  if (typeof provider !== 'string') return provider;
  const type = driverConfigs[provider];
  if (!type) throw noProvider(provider);
  return type;
}

/** Drivers were checked against these very tables when they were added. */
function noProvider(provider: string): Error {
  return new Error(`There are no drivers of ${provider}`);
}
