import { addressesOf, driverConfigs, secretsOf } from '@lectern/contracts/agents';
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

/** Takes the secrets out of settings. */
export function splitSecrets(provider: string, config: DriverConfig): SplitConfig {
  const secret = secretsOf(classOf(provider));
  const given = Object.entries(config).filter(([, value]) => value !== undefined && value !== null);
  return {
    config: Object.fromEntries(given.filter(([name]) => !secret.includes(name))),
    secrets: Object.fromEntries(
      given.filter(([name]) => secret.includes(name)).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  };
}

/** Settings as they are shown: with null for every secret. */
export function shownConfig(provider: string, config: DriverConfig): DriverConfig {
  return { ...config, ...Object.fromEntries(secretsOf(classOf(provider)).map((name) => [name, null])) };
}

/**
 * Merges changes into settings, deeply. Null removes a member, unless it is a secret, which stays.
 *
 * @throws AppError `invalid_request` when the driver would send stored secrets to another address
 */
export function mergedConfig(provider: string, stored: DriverConfig, change: DriverConfig): DriverConfig {
  const type = classOf(provider);
  const secret = secretsOf(type);
  const kept = Object.entries(change).filter(([name, value]) => !(secret.includes(name) && value === null));
  const merged = mergedObjects(stored, Object.fromEntries(kept));
  const moved = addressesOf(type).filter((name) => (stored[name] ?? null) !== (merged[name] ?? null));
  const taken = secret.filter((name) => stored[name] !== undefined && kept.every(([given]) => given !== name));
  if (moved.length > 0 && taken.length > 0)
    throw new AppError(
      'invalid_request',
      `With another ${moved.join(', ')} the driver needs ${taken.join(', ')} again`,
    );
  return merged;
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

/** The class of the settings of a provider. */
export function classOf(provider: string): Constructor {
  const type = driverConfigs[provider];
  // Drivers were checked against this very table when they were added.
  if (!type) throw new Error(`There are no drivers of ${provider}`);
  return type;
}
