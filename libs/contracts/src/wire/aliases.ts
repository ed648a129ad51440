import { isObject } from '../core/json-object';

/** Other spellings of one canonical name. */
export interface Alias {
  /** Understood in requests besides the canonical name. */
  readonly accept: readonly string[];
  /** Written in answers instead of the canonical name. */
  readonly emit?: string;
}

/** Other spellings of canonical names, as a deployment configures them. */
export interface AliasFile {
  /** By canonical header. */
  readonly headers: Readonly<Record<string, Alias>>;
  /** By canonical member. */
  readonly members: Readonly<Record<string, Alias>>;
  /** By canonical value. */
  readonly values: Readonly<Record<string, Alias>>;
  /** Text of the home page. */
  readonly homeTitle?: string;
}

/**
 * Reads the text of an alias file.
 *
 * @throws Error with a line for each thing that is wrong
 */
export function parseAliasFile(text: string): AliasFile {
  const problems: string[] = [];
  const root = asObject(parseJson(text), 'the file', problems);
  for (const name of Object.keys(root)) {
    if (!['headers', 'members', 'values', 'homeTitle'].includes(name)) problems.push(`${name}: not known here`);
  }
  const title = root['homeTitle'];
  if (title !== undefined && typeof title !== 'string') problems.push('homeTitle: must be a text');
  const file: AliasFile = {
    headers: readSection('headers', root, problems),
    members: readSection('members', root, problems),
    values: readSection('values', root, problems),
    ...(typeof title === 'string' && { homeTitle: title }),
  };
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return file;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function asObject(value: unknown, where: string, problems: string[]): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (isObject(value)) return value;
  problems.push(`${where}: must be an object`);
  return {};
}

function readSection(
  section: 'headers' | 'members' | 'values',
  root: Readonly<Record<string, unknown>>,
  problems: string[],
): Readonly<Record<string, Alias>> {
  const entries = Object.entries(asObject(root[section], section, problems));
  return Object.fromEntries(
    entries.map(([name, value]) => [lower(section, name), readAlias(`${section}.${name}`, value, problems)]),
  );

  function readAlias(where: string, value: unknown, found: string[]): Alias {
    const { accept = [], emit, ...rest } = asObject(value, where, found);
    for (const other of Object.keys(rest)) found.push(`${where}.${other}: not known here`);
    const words = Array.isArray(accept) ? accept : [];
    if (!Array.isArray(accept) || !words.every(isWord)) found.push(`${where}.accept: must be a list of texts`);
    if (emit !== undefined && !isWord(emit)) found.push(`${where}.emit: must be a text`);
    return { accept: words.filter(isWord).map((word) => lower(section, word)), ...(isWord(emit) && { emit }) };
  }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function lower(section: string, name: string): string {
  return section === 'headers' ? name.toLowerCase() : name;
}
