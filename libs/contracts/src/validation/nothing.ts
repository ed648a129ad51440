import { isObject } from '../core/json-object';
import { readFlag } from './scalars';

/**
 * Whether a value says nothing: null, false, an empty text, list or object, or an object of nothing but these. Clients
 * send them for members that they do not use. An object inside an object says something: in a dictionary, its name.
 */
export function saysNothing(value: unknown): boolean {
  return isObject(value) ? Object.values(value).every(isEmpty) : isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

/** Accepts what says nothing, and a flag that is off in any spelling. */
export const isOff = (value: unknown): boolean => saysNothing(value) || readFlag(value) === false;

/** Accepts null and a flag that is on in any spelling. */
export const isOn = (value: unknown): boolean => value === null || readFlag(value) === true;

/** Accepts what says nothing, and the given values. */
export const nothingOr =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    saysNothing(value) || values.includes(value);
