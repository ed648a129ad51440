import { isObject } from '@lectern/contracts/core';

/** Shorter ones occur in texts by chance. */
const SECRET_CHARS_MIN = 8;
const INSTEAD = '[secret]';

/** Takes secrets out of what a server sends: one that it was given, and repeats. */
export class Concealed {
  private secrets: readonly string[] = [];

  /** @param values texts, and dictionaries of texts */
  constructor(values: readonly unknown[]) {
    this.add(values);
  }

  add(values: readonly unknown[]): void {
    const texts = values.flatMap((value) => (isObject(value) ? Object.values(value) : [value]));
    const parts = texts.flatMap((text) => (typeof text === 'string' ? [text, ...text.split(/\s+/)] : []));
    const long = new Set([...this.secrets, ...parts.filter((text) => text.length >= SECRET_CHARS_MIN)]);
    this.secrets = [...long].toSorted((one, other) => other.length - one.length);
  }

  text(text: string): string {
    return this.secrets.reduce((clear, secret) => clear.replaceAll(secret, INSTEAD), text);
  }

  /** The same JSON value without them. */
  value<T>(value: T): T {
    const json = JSON.stringify(value);
    const clear = this.secrets.reduce((text, secret) => text.replaceAll(asInJson(secret), INSTEAD), json);
    // Strings of a JSON value stay strings.
    return clear === json ? value : (JSON.parse(clear) as T);
  }
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
