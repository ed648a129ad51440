import { readFileSync } from 'node:fs';

/** One environment variable: how it is parsed, its meaning and its default. */
export interface Setting<T> {
  readonly doc: string;
  /** As shown in the reference. */
  readonly type: string;
  readonly fallback?: string;
  /** Hidden in logs and errors; can be read from the file that `NAME_FILE` names, as container platforms provide it. */
  readonly secret?: boolean;
  /** @throws Error whose message completes "NAME …" */
  readonly parse: (text: string) => T;
  readonly optional: boolean;
}

export interface ConfigSlice<S extends Record<string, Setting<unknown>>> {
  /** Also the injection token. */
  readonly token: symbol;
  readonly name: string;
  readonly settings: S;
}

export type ConfigOf<C> =
  C extends ConfigSlice<infer S> ? { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never } : never;

/** All problems of the environment, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

const slices = new Map<string, ConfigSlice<Record<string, Setting<unknown>>>>();

/** Declares the variables of one module. Several slices may share a variable only as the same object. */
export function configSlice<S extends Record<string, Setting<unknown>>>(name: string, settings: S): ConfigSlice<S> {
  const slice = { token: Symbol(`config:${name}`), name, settings };
  // One of them would be missing in the generated reference.
  if (slices.has(name)) throw new Error(`There are two slices of settings with the name ${name}`);
  slices.set(name, slice);
  return slice;
}

/** All slices that were imported, by name: for the generated reference. */
export function declaredSlices(): readonly ConfigSlice<Record<string, Setting<unknown>>>[] {
  return [...slices.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws ConfigError naming every invalid variable */
export function readConfig<S extends Record<string, Setting<unknown>>>(
  slice: ConfigSlice<S>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ConfigOf<ConfigSlice<S>> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(slice.settings)) {
    const file = setting.secret ? environment[`${name}_FILE`] : undefined;
    const given = file ? fileContent(file) : environment[name];
    const text = given || setting.fallback;
    if (file && environment[name]) problems.push(`${name} and ${name}_FILE are both set: leave one out`);
    else if (file && given === undefined) problems.push(`${name}_FILE names ${file}, which cannot be read`);
    else if (text !== undefined) parseSetting({ name, setting, text }, values, problems);
    else if (!setting.optional) problems.push(`${name} is missing: ${setting.doc}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Built member by member from the same settings the type is computed from.
  return values as ConfigOf<ConfigSlice<S>>;
}

function parseSetting(
  { name, setting, text }: { readonly name: string; readonly setting: Setting<unknown>; readonly text: string },
  values: Record<string, unknown>,
  problems: string[],
): void {
  try {
    values[name] = setting.parse(text);
  } catch (error) {
    const shown = setting.secret ? '(secret)' : JSON.stringify(text);
    problems.push(`${name} ${error instanceof Error ? error.message : String(error)}, and is ${shown}`);
  }
}

/** Without the trailing newline that editors add. */
function fileContent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}
