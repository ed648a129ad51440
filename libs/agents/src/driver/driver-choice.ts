import type { ProviderSettings } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { OpenedDriver } from './driver.service';

/** What of a driver says whether a module may use it. */
export type ChoosableDriver = Pick<OpenedDriver, 'identifier' | 'provider' | 'config'>;

/**
 * The driver that a module names, among those of its agent.
 *
 * @param identifier the first driver of the provider when absent
 * @throws AppError `not_found`; `invalid_request` for a driver of another provider
 */
export function driverOf<D extends ChoosableDriver>(
  drivers: readonly D[],
  identifier: string | null | undefined,
  provider: string,
): D {
  const driver = drivers.find((one) => (identifier ? one.identifier === identifier : one.provider === provider));
  if (!driver)
    throw new AppError(
      'not_found',
      identifier
        ? `The agent has no driver with the identifier ${identifier}`
        : `The agent has no driver of the provider ${provider}`,
    );
  if (driver.provider !== provider)
    throw new AppError('invalid_request', `The driver ${identifier} is of ${driver.provider}, not of ${provider}`);
  return driver;
}

/** The driver with this identifier, whatever its provider. @throws AppError `not_found` */
export function driverNamed<D extends ChoosableDriver>(drivers: readonly D[], identifier: string): D {
  const driver = drivers.find((one) => one.identifier === identifier);
  if (!driver) throw new AppError('not_found', `The agent has no driver with the identifier ${identifier}`);
  return driver;
}

/** The driver of a knowledge box, or of what connections brought into one. @throws AppError as `driverOf` does */
export function boxDriver<D extends ChoosableDriver>(drivers: readonly D[], identifier: string): D {
  const isSync = drivers.some((one) => one.identifier === identifier && one.provider === 'sync');
  return driverOf(drivers, identifier, isSync ? 'sync' : 'kbdb');
}

/** Its settings with their secrets. @throws AppError as `driverOf` does */
export function driverSettings<P extends keyof ProviderSettings>(
  drivers: readonly ChoosableDriver[],
  identifier: string | null | undefined,
  provider: P,
): ProviderSettings[P] {
  // They were checked against the class of their provider when they were stored.
  return driverOf(drivers, identifier, provider).config as unknown as ProviderSettings[P];
}
