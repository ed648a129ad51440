import { type Alias, type AliasFile, parseAliasFile } from './aliases';
import { type CanonicalHeader, canonicalHeaders, canonicalMembers, canonicalValues } from './canonical-names';

type Translation = ReadonlyMap<string, string>;

/** How names and values of JSON are translated, in one direction. */
interface Dictionary {
  readonly members: Translation;
  /** By canonical member name. */
  readonly values: ReadonlyMap<string, Translation>;
}

/** Headers that HTTP itself, or a protocol on it, gives a meaning: no other name may be spelt like one. */
const TAKEN = new Set([
  'accept',
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'connection',
  'cookie',
  'host',
  'location',
  'origin',
  'range',
  'retry-after',
  'set-cookie',
  'transfer-encoding',
  'upgrade',
  'vary',
  'www-authenticate',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-lectern-console',
  'sec-fetch-site',
  'x-request-id',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'tus-resumable',
]);

/**
 * Translates between the canonical names and the spellings that a deployment configured: other spellings are understood
 * besides the canonical one, and at most one is written instead of it. Without configuration nothing is translated and
 * nothing is spent.
 */
export class WireNames {
  /** Whether anything is translated in JSON. */
  readonly translatesJson: boolean;
  /** Whether any header has another spelling. */
  readonly translatesHeaders: boolean;
  /** Name of the product on its home page. */
  readonly homeTitle: string;
  private readonly headersIn: Translation;
  private readonly headersOut: Translation;
  private readonly input: Dictionary;
  private readonly output: Dictionary;

  private constructor(private readonly file: AliasFile) {
    const values = Object.entries(file.values);
    this.headersIn = accepted(file.headers);
    this.headersOut = emitted(file.headers);
    this.input = {
      members: accepted(file.members),
      values: byMember(values, ([canonical, { accept, emit }]) =>
        [...accept, ...(emit ? [emit] : [])].map((word) => [word, canonical]),
      ),
    };
    this.output = {
      members: emitted(file.members),
      values: byMember(values, ([canonical, { emit }]) => (emit ? [[canonical, emit]] : [])),
    };
    this.translatesHeaders = this.headersIn.size > 0 || this.headersOut.size > 0;
    this.translatesJson = [this.input, this.output].some(
      ({ members, values: words }) => members.size > 0 || words.size > 0,
    );
    this.homeTitle = file.homeTitle ?? 'Lectern';
  }

  /** Only the canonical names. */
  static readonly canonical = new WireNames({ headers: {}, members: {}, values: {} });

  /**
   * @param text of an alias file: `{"headers": {"x-svc-nuakey": {"accept": ["x-acme-key"], "emit": "X-Acme-Key"}}, …}`
   * @throws Error naming everything that is unknown, misspelt or ambiguous, one line each
   */
  static parse(text: string): WireNames {
    const file = parseAliasFile(text);
    const problems = [
      ...clashes('headers', file.headers, { known: canonicalHeaders, taken: TAKEN }),
      ...clashes('members', file.members, { known: canonicalMembers, taken: new Set() }),
      ...valueClashes(file.values),
    ];
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return new WireNames(file);
  }

  /** Every spelling of a request header, lower case, the canonical one first. */
  spellingsOf(header: CanonicalHeader): readonly string[] {
    const { accept = [], emit } = this.file.headers[header] ?? {};
    return [...new Set([header, ...accept, ...(emit ? [emit.toLowerCase()] : [])])];
  }

  /** Headers under their canonical names; where both spellings came, the canonical one counts. */
  readHeaders<T>(headers: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
    if (this.headersIn.size === 0) return headers;
    let read = headers;
    for (const [alias, canonical] of this.headersIn) {
      const value = headers[alias];
      if (value !== undefined && headers[canonical] === undefined) read = { ...read, [canonical]: value };
    }
    return read;
  }

  /** How a response header is written. */
  headerOut(name: string): string {
    return this.headersOut.get(name.toLowerCase()) ?? name;
  }

  /** Name of a member as this deployment writes it. */
  memberOut(name: string): string {
    return this.output.members.get(name) ?? name;
  }

  /** A value of a member as this deployment writes it. */
  valueOut(member: string, value: string): string {
    return this.output.values.get(member)?.get(value) ?? value;
  }

  /** A parsed request body under canonical names; the same object when there is nothing to translate. */
  readJson(value: unknown): unknown {
    return this.translatesJson ? translate(value, this.input) : value;
  }

  /** An answer as it is written. */
  writeJson(value: unknown): unknown {
    return this.translatesJson ? translate(value, this.output) : value;
  }
}

function accepted(aliases: Readonly<Record<string, Alias>>): Translation {
  return new Map(
    Object.entries(aliases).flatMap(([canonical, { accept, emit }]) =>
      [...accept, ...(emit ? [emit, emit.toLowerCase()] : [])]
        .filter((word) => word !== canonical)
        .map((word) => [word, canonical] as const),
    ),
  );
}

function emitted(aliases: Readonly<Record<string, Alias>>): Translation {
  return new Map(
    Object.entries(aliases).flatMap(([canonical, { emit }]) => (emit ? [[canonical, emit] as const] : [])),
  );
}

type Entry = readonly [string, Alias];

function byMember(
  values: readonly Entry[],
  pairsOf: (entry: Entry) => readonly (readonly [string, string])[],
): ReadonlyMap<string, Translation> {
  const found = new Map<string, Map<string, string>>();
  for (const entry of values) {
    for (const member of membersOf(entry[0])) {
      const words = found.get(member) ?? new Map<string, string>();
      for (const [from, to] of pairsOf(entry)) words.set(from, to);
      if (words.size > 0) found.set(member, words);
    }
  }
  return found;
}

function membersOf(value: string): readonly string[] {
  return Object.entries(canonicalValues).find(([name]) => name === value)?.[1] ?? [];
}

function translate(value: unknown, dictionary: Dictionary): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((item) => translate(item, dictionary));
  const output: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const translated = dictionary.members.get(name) ?? name;
    if (translated !== name && Object.hasOwn(value, translated)) continue;
    const words = dictionary.values.get(name);
    output[translated] = words ? translateWords(member, words, dictionary) : translate(member, dictionary);
  }
  return output;
}

function translateWords(value: unknown, words: Translation, dictionary: Dictionary): unknown {
  if (typeof value === 'string') return words.get(value) ?? value;
  if (!Array.isArray(value)) return translate(value, dictionary);
  return value.map((item) => (typeof item === 'string' ? (words.get(item) ?? item) : translate(item, dictionary)));
}

interface Vocabulary {
  readonly known: readonly string[];
  readonly taken: ReadonlySet<string>;
}

function clashes(
  section: string,
  aliases: Readonly<Record<string, Alias>>,
  { known, taken }: Vocabulary,
): readonly string[] {
  const problems: string[] = [];
  const meaning = new Map(known.map((name) => [name, name]));
  for (const [canonical, { accept, emit }] of Object.entries(aliases)) {
    if (!known.includes(canonical)) {
      problems.push(`${section}.${canonical}: no such name; known are ${known.join(', ')}`);
      continue;
    }
    for (const word of new Set([...accept, ...(emit ? [section === 'headers' ? emit.toLowerCase() : emit] : [])])) {
      const other = meaning.get(word);
      if (taken.has(word)) problems.push(`${section}.${canonical}: "${word}" has another meaning in HTTP`);
      else if (other !== undefined && other !== canonical)
        problems.push(`${section}.${canonical}: "${word}" already stands for ${other}`);
      else if (section === 'headers' && !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(word))
        problems.push(`${section}.${canonical}: "${word}" is no header name`);
      else meaning.set(word, canonical);
    }
  }
  return problems;
}

function valueClashes(aliases: Readonly<Record<string, Alias>>): readonly string[] {
  const problems: string[] = [];
  const known = Object.keys(canonicalValues);
  const meaning = new Map(
    known.flatMap((name) => membersOf(name).map((member) => [`${member}=${name}`, name] as const)),
  );
  for (const [canonical, { accept, emit }] of Object.entries(aliases)) {
    if (!known.includes(canonical)) problems.push(`values.${canonical}: no such value; known are ${known.join(', ')}`);
    for (const member of membersOf(canonical)) {
      for (const word of new Set([...accept, ...(emit ? [emit] : [])])) {
        const other = meaning.get(`${member}=${word}`) ?? canonical;
        if (other !== canonical)
          problems.push(`values.${canonical}: "${word}" already stands for ${other} in ${member}`);
        else meaning.set(`${member}=${word}`, canonical);
      }
    }
  }
  return problems;
}
