import { isObject } from '@lectern/contracts/core';

/** A credential that a page sent as JSON; an empty object for anything else. */
export function sentCredential(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
