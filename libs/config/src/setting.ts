import type { Setting } from './slice';

interface Options<T> {
  readonly doc: string;
  readonly fallback?: T;
  readonly secret?: boolean;
}

export function text(
  options: Options<string> & { readonly minLength?: number; readonly pattern?: RegExp },
): Setting<string> {
  const { minLength = 0, pattern } = options;
  return setting('text', options, (value) => {
    if (value.length < minLength) throw new Error(`must have at least ${minLength} characters`);
    if (pattern && !pattern.test(value)) throw new Error(`must match ${pattern.source}`);
    return value;
  });
}

export function optionalText(
  options: Omit<Options<string>, 'fallback'> & { readonly minLength?: number; readonly pattern?: RegExp },
): Setting<string | undefined> {
  return { ...text(options), optional: true };
}

export function integer(options: Options<number> & { readonly min: number; readonly max: number }): Setting<number> {
  return setting(`whole number, ${options.min} to ${options.max}`, options, (value) => {
    const number = Number(value);
    if (!Number.isInteger(number)) throw new Error('must be a whole number');
    if (number < options.min || number > options.max) throw new Error(`must be from ${options.min} to ${options.max}`);
    return number;
  });
}

export function flag(options: Options<boolean>): Setting<boolean> {
  return setting('true or false', options, (value) => {
    if (/^(true|1|yes|on)$/i.test(value)) return true;
    if (/^(false|0|no|off)$/i.test(value)) return false;
    throw new Error('must be true or false');
  });
}

export function choice<const T extends string>(values: readonly T[], options: Options<T>): Setting<T> {
  return setting(values.join(', '), options, (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  });
}

/** Comma-separated; blanks around items are ignored. */
export function list(options: Options<string>): Setting<readonly string[]> {
  return setting('comma-separated list', options, (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
}

function setting<T>(type: string, options: Options<unknown>, parse: (value: string) => T): Setting<T> {
  const { doc, fallback, secret } = options;
  return { doc, type, secret, parse, optional: false, fallback: fallback === undefined ? undefined : String(fallback) };
}
