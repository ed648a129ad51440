import { isObject } from '@lectern/contracts/core';

/** The JSON object that a text has; undefined for other texts, and for longer ones. */
export function objectOfText(text: string, charsMax: number): Readonly<Record<string, unknown>> | undefined {
  if (text.length > charsMax) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
