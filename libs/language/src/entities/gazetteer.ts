/** Possible kinds of a known name. */
export type NameKind = 'first' | 'last' | 'person' | 'place' | 'organisation' | 'people' | 'common';

/** Tags of compromise's lexicon, most significant first. */
const kinds: readonly (readonly [string, NameKind])[] = [
  ['Country', 'place'],
  ['City', 'place'],
  ['Region', 'place'],
  ['FemaleName', 'first'],
  ['MaleName', 'first'],
  ['FirstName', 'first'],
  ['LastName', 'last'],
  ['Person', 'person'],
  ['SportsTeam', 'organisation'],
  ['Organization', 'organisation'],
  ['Demonym', 'people'],
];
/** Abbreviations of streets and of legal forms are handled as words. */
const NAME_LENGTH_MIN = 3;

let lexicon: ReadonlyMap<string, NameKind> | undefined;
const countries = new Map<string, ReadonlySet<string>>();

/** Looks up a lower-case name in the English lexicon. The first call loads it: 0.2 s and 35 MB. */
export function kindOfName(name: string): NameKind | undefined {
  lexicon ??= loadLexicon();
  return lexicon.get(name) ?? (/[^\u0000-\u007f]/.test(name) ? lexicon.get(withoutAccents(name)) : undefined);
}

function withoutAccents(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '');
}

function loadLexicon(): ReadonlyMap<string, NameKind> {
  // Loaded on demand: short texts without names, and services that read none, never need it. Its typings do not know
  // the model, and its two builds export the function differently.
  const library = require('compromise/two') as Lexicon & { readonly default?: Lexicon };
  const known = new Map<string, NameKind>();
  for (const [name, tags] of Object.entries((library.default ?? library).model().one.lexicon)) {
    const all = [tags].flat();
    const kind = kinds.find(([tag]) => all.includes(tag))?.[1];
    if (name.length >= NAME_LENGTH_MIN && !name.includes('.')) known.set(name, kind ?? 'common');
  }
  return known;
}

interface Lexicon {
  model(): { readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> } };
}

/** Names of countries in a language, in lower case. */
export function countryNames(language: string): ReadonlySet<string> {
  const known = countries.get(language);
  if (known) return known;
  const names = new Set<string>();
  const display = displayNames(language);
  for (let first = 65; first <= 90; first += 1) {
    for (let second = 65; second <= 90; second += 1) {
      const code = String.fromCharCode(first, second);
      const name = notCountries.has(code) ? undefined : display?.of(code);
      if (name && name !== code) names.add(name.toLowerCase());
    }
  }
  countries.set(language, names);
  return names;
}

/** Codes for unions, outlying places and tests. */
const notCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ', 'XK', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA']);

function displayNames(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([language || 'en'], { type: 'region', fallback: 'none' });
  } catch {
    return undefined;
  }
}
