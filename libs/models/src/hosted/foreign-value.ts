import { memberNamed } from '@lectern/contracts/core';

/** A member of an arbitrary value from a provider or caller if it is a non-empty string; undefined otherwise. */
export function textAt(value: unknown, name: string): string | undefined {
  const member = memberNamed(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}
