import { parseQuery, phraseOf, QUERY_TERMS_MAX, type Synonyms } from './query';
import { queryParts } from './query-part';

const QUERY_CHARS_MAX = 20_000;

/** Alternatives: a text must have at least one of these. */
export interface QueryClause {
  /** Stemmed for every language. */
  readonly terms: readonly string[];
  /** Folded words that stand side by side. */
  readonly phrases: readonly (readonly string[])[];
}

/**
 * A query for texts with all typed words: each word with its synonyms, and each phrase, is a clause; both
 * sides of `OR` form one. Stop words are ignored, unless there are no other words. At most 64 clauses.
 *
 * @param languages ISO 639-1 codes present in the collection; empty means paragraphs of no known language
 */
export function queryClauses(
  query: string,
  languages: readonly string[],
  synonyms: Synonyms = {},
): readonly QueryClause[] {
  const known = languages.length === 0 ? [''] : languages;
  const clauses = new Map<string, QueryClause>();
  let last: string | undefined;
  let isJoined = false;
  const add = (clause: QueryClause) => {
    const before = isJoined && last !== undefined ? clauses.get(last) : undefined;
    if (before && last !== undefined) clauses.delete(last);
    const whole = before ? united(before, clause) : clause;
    last = JSON.stringify(whole);
    clauses.set(last, whole);
    isJoined = false;
  };
  for (const { kind, text } of queryParts(query.slice(0, QUERY_CHARS_MAX))) {
    if (clauses.size >= QUERY_TERMS_MAX) break;
    if (kind === 'excluded') continue;
    if (kind === 'phrase') add({ terms: [], phrases: [phraseOf(text, known)] });
    else if (text === 'OR') isJoined = true;
    else for (const clause of clausesOfWord(text, known, synonyms)) add(clause);
  }
  return clauses.size > 0 ? [...clauses.values()] : stopWords(query, known);
}

/** Of what stands between blanks: one clause where it has synonyms, otherwise one for each of its words. */
function clausesOfWord(text: string, languages: readonly string[], synonyms: Synonyms): readonly QueryClause[] {
  const own = parseQuery(text, languages);
  const all = parseQuery(text, languages, synonyms);
  if (all.terms.length > own.terms.length || all.phrases.length > own.phrases.length)
    return [{ terms: all.terms, phrases: own.terms.length > 0 ? all.phrases : [] }];
  const termsOf = (word: string) => parseQuery(word, languages).terms;
  return own.words.flatMap((word) => (termsOf(word).length > 0 ? [{ terms: termsOf(word), phrases: [] }] : []));
}

function stopWords(query: string, languages: readonly string[]): readonly QueryClause[] {
  const { terms, words } = parseQuery(query, languages);
  return terms.length > 0 ? [] : words.map((word) => ({ terms: [], phrases: [[word]] }));
}

function united(one: QueryClause, other: QueryClause): QueryClause {
  return { terms: [...one.terms, ...other.terms], phrases: [...one.phrases, ...other.phrases] };
}
