import { type Chain, chainsOf, type ChainWord } from './chains';
import { countryNames, kindOfName } from './gazetteer';
import type { EntityLabel, Mention, Mentions } from './mention';
import {
  abbreviations,
  honorifics,
  legalForm,
  organisationEnds,
  organisationStarts,
  placeEnds,
  placeStarts,
  regions,
  roles,
  saying,
  separators,
} from './vocabulary';

const PERSON_WORDS_MAX = 4;
const LOWER_WORDS_MAX = 100_000;
const governed = new Set([
  'county',
  'province',
  'district',
  'state',
  'states',
  'republic',
  'kingdom',
  'emirates',
  'territory',
]);

interface Context {
  readonly text: string;
  readonly language: string;
  /** Words that also occur in lower case in the text. */
  readonly lowerWords: ReadonlySet<string>;
}

/**
 * Capitalised names of people, organisations and places. Prefers missing names to wrong ones.
 *
 * @param people full names from before this text, which may be followed by family names
 */
export function nameMentions(text: string, language: string, people: readonly string[] = []): Mentions {
  const context = { text, language, lowerWords: lowerWordsOf(text) };
  const { chains: found, isCut } = chainsOf(text, context.lowerWords);
  const chains = found.flatMap(splitAtPossessives);
  const mentions: Mention[] = [];
  const unknown: Chain[] = [];
  for (const chain of chains) {
    const whole = classify(chain, context);
    const rest = whole.length === 0 ? withoutOpening(chain) : chain;
    const found = rest === chain ? whole : classify(rest, context);
    if (found.length > 0) mentions.push(...found);
    else unknown.push(rest);
  }
  const known = mentions.concat(peopleNamedAgain(unknown));
  const families = familyNames([...people, ...known.flatMap(({ label, name }) => (label === 'PERSON' ? [name] : []))]);
  const again = unknown.flatMap((chain) => knownAgain(chain, families));
  return { mentions: known.concat(again, language === 'de' ? [] : recurring(unknown, context)), isCut };
}

/** A common word at the start of a sentence is capitalised only because of its position. */
function withoutOpening(chain: Chain): Chain {
  const [first, second] = chain.words;
  if (!chain.opensSentence || !first || !second || second.isConnector || kindOfName(first.lower) !== 'common')
    return chain;
  return { ...chain, words: chain.words.slice(1), start: second.start, opensSentence: false };
}

function lowerWordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu)) {
    words.add(word);
    if (words.size >= LOWER_WORDS_MAX) break;
  }
  return words;
}

/** `Anna's Bank of Boston` is two names. */
function splitAtPossessives(chain: Chain): Chain[] {
  const parts: Chain[] = [];
  let words: ChainWord[] = [];
  const close = () => {
    const [first, last] = [words[0], words.at(-1)];
    if (first && last)
      parts.push({
        words,
        start: first.start,
        end: last.end,
        opensSentence: chain.opensSentence && parts.length === 0,
      });
    words = [];
  };
  for (const word of chain.words) {
    const owner = /^(.+?)['’]s?$/u.exec(word.text)?.[1];
    if (owner === undefined) {
      if (words.length > 0 || !word.isConnector) words.push(word);
      continue;
    }
    words.push({ ...word, text: owner, lower: owner.toLowerCase(), end: word.start + owner.length });
    close();
  }
  close();
  return parts;
}

function classify(chain: Chain, context: Context): Mention[] {
  const { words } = chain;
  const form = legalForm.exec(context.text.slice(chain.end, chain.end + 12))?.[0];
  if (form) {
    const named = words.slice(words.findLastIndex((word) => separators.has(word.lower) && word.text !== '&') + 1);
    return [{ ...mentionOf(named, 'ORG'), end: chain.end + form.length, name: chainName(named) + form }];
  }
  const label = labelOf(chain, context);
  const titled = words.findLastIndex((word, at) => at < words.length - 1 && isTitle(word));
  if (label && (titled === -1 || label !== 'PERSON')) return [mentionOf(words, label)];
  if (titled !== -1) return classifyTitled(chain, titled, context);
  // `Canadian Ana Duarte`
  if (kindOfName(words[0]?.lower ?? '') === 'people') return classifyPart(words.slice(1), chain, context);
  return classifyParts(chain, context);
}

/** A person after a role or title: `Finance Minister Ana Duarte`, `Dr. Weber`. */
function classifyTitled(chain: Chain, titled: number, context: Context): Mention[] {
  const after = chain.words.slice(titled + 1);
  // `Secretary of State` is followed by words that are not a name yet.
  const rest = after[0]?.isConnector ? after.slice(2) : after;
  const stop = rest.findIndex((word) => separators.has(word.lower));
  const named = stop === -1 ? rest : rest.slice(0, stop);
  const behind = classifyPart(rest.slice(named.length), chain, context);
  const before = honorifics.has(chain.words[titled]?.lower ?? '')
    ? classifyPart(chain.words.slice(0, titled), chain, context)
    : [];
  if (named.length === 0 || named.length > PERSON_WORDS_MAX || endsLikeOrganisation(named))
    return [...classifyPart(after, chain, context), ...before];
  const isWord =
    named.length === 1 && roles.has(chain.words[titled]?.lower ?? '') && context.lowerWords.has(named[0]?.lower ?? '');
  if (isWord || kindOfName(chainName(named).toLowerCase()) === 'place') return [...before, ...behind];
  return [...before, mentionOf(named, 'PERSON'), ...behind];
}

/** A phrase that is not one name may consist of several: `Ana Duarte and Jan Novak of Norway`. */
function classifyParts(chain: Chain, context: Context): Mention[] {
  return splitAt(chain.words, ({ lower }) => conjunctions.has(lower)).flatMap((part, _, parts) => {
    const whole = parts.length > 1 ? classifyPart(part, chain, context) : [];
    if (whole.length > 0) return whole;
    const pieces = splitAt(part, ({ lower }) => separators.has(lower));
    return pieces.length > 1 ? pieces.flatMap((piece) => classifyPart(piece, chain, context)) : [];
  });
}

const conjunctions = new Set(['and', 'und', 'y', 'e', 'et']);

function splitAt(words: readonly ChainWord[], separates: (word: ChainWord) => boolean): ChainWord[][] {
  const parts: ChainWord[][] = [[]];
  for (const word of words) {
    if (word.isConnector && separates(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function classifyPart(words: readonly ChainWord[], chain: Chain, context: Context): Mention[] {
  const named = words.filter((word, at) => at > 0 || !word.isConnector);
  const [first, last] = [named[0], named.at(-1)];
  if (!first || !last) return [];
  const opensSentence = chain.opensSentence && first.start === chain.start;
  const label = labelOf({ words: named, start: first.start, end: last.end, opensSentence }, context);
  return label ? [mentionOf(named, label)] : [];
}

function isTitle(word: ChainWord): boolean {
  return (
    honorifics.has(word.lower) ||
    roles.has(word.lower.replace(/^.*-/, '')) ||
    /^(secretary|attorney)-general$/.test(word.lower)
  );
}

function labelOf(chain: Chain, context: Context): EntityLabel | undefined {
  const { words } = chain;
  const name = chainName(words).toLowerCase();
  const short = abbreviations.get(name.replace(/\.$/, ''));
  if (short) return name.toUpperCase() === chainName(words) ? short : undefined;
  if (regions.has(name)) return 'LOC';
  const known = kindOfName(name);
  if (known === 'place' || countryNames(context.language).has(name))
    return isOrdinary(chain, context) ? undefined : 'GPE';
  if (known === 'organisation' || isOrganisation(chain, context)) return isOrdinary(chain, context) ? undefined : 'ORG';
  if (known === 'person' && words.length > 1) return 'PERSON';
  if (words.length > 1 && placeEnds.has(lastOf(words)))
    return plainWords(chain, context) ? undefined : placeLabel(words);
  if (words.length > 1 && placeStarts.has(words[0]?.lower ?? '')) return 'LOC';
  if (isPerson(chain, context)) return 'PERSON';
  return isBeforeCountry(chain, context) ? 'GPE' : undefined;
}

function placeLabel(words: readonly ChainWord[]): EntityLabel {
  return governed.has(lastOf(words)) ? 'GPE' : 'LOC';
}

/** A single word at the start of a sentence that also occurs in lower case is an ordinary word. */
function isOrdinary({ words, opensSentence }: Chain, { lowerWords }: Context): boolean {
  const [only] = words;
  return (
    words.length === 1 && only !== undefined && lowerWords.has(only.lower) && (opensSentence || only.text.length < 4)
  );
}

/** A heading or start of a sentence whose words also occur in lower case in the text. */
function plainWords({ words, opensSentence }: Chain, { lowerWords }: Context): boolean {
  return (
    opensSentence &&
    words
      .slice(0, -1)
      .every((word) => word.isConnector || lowerWords.has(word.lower) || kindOfName(word.lower) === 'common')
  );
}

function isOrganisation(chain: Chain, context: Context): boolean {
  const { words } = chain;
  if (words.length < 2) return false;
  if (words.some((_, at) => joinsOrganisations(words, at))) return false;
  if (endsLikeOrganisation(words)) return !plainWords(chain, context);
  if (startsLikeOrganisation(words)) return true;
  return words.length === 3 && words[1]?.text === '&';
}

/** The `and` in `Bank of Spain and University of Ghent`, but not that in `Ministry of Trade and Industry`. */
function joinsOrganisations(words: readonly ChainWord[], at: number): boolean {
  if (!conjunctions.has(words[at]?.text ?? '')) return false;
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  if (after[0]?.lower === 'the') return true;
  return [before, after].every((part) => endsLikeOrganisation(part) || startsLikeOrganisation(part));
}

function startsLikeOrganisation(words: readonly ChainWord[]): boolean {
  return organisationStarts.has(words[0]?.lower ?? '') && words[1]?.isConnector === true;
}

function endsLikeOrganisation(words: readonly ChainWord[]): boolean {
  return words.length > 1 && organisationEnds.has(lastOf(words));
}

function isPerson(chain: Chain, { text, lowerWords }: Context): boolean {
  const { words } = chain;
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || words.length < 2)
    return words.length === 1 && isSaid(chain, text) && kindOfName(first?.lower ?? '') === 'first';
  if (words.length > PERSON_WORDS_MAX || words.some((word) => !fitsPerson(word))) return false;
  const [given, family] = [kindOfName(first.lower), kindOfName(last.lower)];
  const familyIsWord = family === 'common' || lowerWords.has(last.lower);
  if (given === 'first' || isSaid(chain, text))
    return family !== 'place' && !(familyIsWord && (lowerWords.has(first.lower) || chain.opensSentence));
  const odd = given === 'place' || given === 'common' || given === 'organisation' || lowerWords.has(first.lower);
  if (odd || familyIsWord) return false;
  return family === 'last';
}

/** Part of a name such as `Ana de la Cruz` or `J. R. Smith`, not `IT` or `B2B`. */
function fitsPerson(word: ChainWord): boolean {
  if (word.isConnector)
    return /^(de|del|della|di|da|do|dos|du|des|la|van|von|der|den|zu|al|bin|ibn|ter|ten|y|e|el|le)$/u.test(word.lower);
  if (kindOfName(word.lower) === 'people' || /-\p{Ll}/u.test(word.text)) return false;
  return (
    /^\p{Lu}\.$/u.test(word.text) ||
    (/^\p{Lu}[\p{L}'’-]+\.?$/u.test(word.text) &&
      !/^\p{Lu}{2,4}$/u.test(word.text) &&
      !organisationEnds.has(word.lower))
  );
}

function isSaid({ start, end }: Chain, text: string): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const role = /(?<![\p{L}])(\p{Ll}+)\.?\s$/u.exec(before)?.[1] ?? '';
  return (
    saying.test(text.slice(end, end + 24)) ||
    /\b(?:said|says|according to|selon|según|laut)\s$/u.test(before) ||
    roles.has(role) ||
    honorifics.has(role)
  );
}

/** `Springfield, Illinois` */
function isBeforeCountry({ words, end }: Chain, { text, language }: Context): boolean {
  if (words.length > 3 || words.some((word) => word.isConnector)) return false;
  const next = /^,\s(\p{Lu}[\p{L}.-]+(?:\s\p{Lu}[\p{L}-]+)?)/u.exec(text.slice(end, end + 40))?.[1]?.toLowerCase();
  if (next === undefined) return false;
  const candidates = [next, next.split(' ', 1)[0] ?? ''];
  return candidates.some((name) => countryNames(language).has(name) || countryNames('en').has(name));
}

function lastOf(words: readonly ChainWord[]): string {
  return words.at(-1)?.lower ?? '';
}

function chainName(words: readonly ChainWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

function mentionOf(words: readonly ChainWord[], label: EntityLabel): Mention {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, label, name: chainName(words) };
}

/** Family names of people mentioned with their full names, where they are unambiguous. */
function familyNames(people: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const unclear = new Set<string>();
  for (const name of people) {
    const words = name.split(' ');
    const family = words.at(-1)?.toLowerCase() ?? '';
    if (words.length < 2) continue;
    if (names.has(family) && names.get(family) !== name) unclear.add(family);
    names.set(family, name);
  }
  for (const family of unclear) names.delete(family);
  return names;
}

/** `Tomas Alvarsson` is a person if the text later says just `Alvarsson`, and never just `Tomas`. */
function peopleNamedAgain(chains: readonly Chain[]): Mention[] {
  const alone = new Set(chains.flatMap(({ words }) => (words.length === 1 && words[0] ? [words[0].lower] : [])));
  return chains
    .filter(({ words }) => words.length >= 2 && words.length <= PERSON_WORDS_MAX && words.every(fitsPerson))
    .filter(({ words }) => alone.has(lastOf(words)) && !alone.has(words[0]?.lower ?? ''))
    .filter(({ words }) => words.every((word) => word.isConnector || kindOfName(word.lower) !== 'common'))
    .map(({ words }) => mentionOf(words, 'PERSON'));
}

function knownAgain({ words, start, end }: Chain, people: ReadonlyMap<string, string>): Mention[] {
  const name = words.length === 1 ? people.get(words[0]?.lower ?? '') : undefined;
  return name === undefined ? [] : [{ start, end, label: 'PERSON', name }];
}

/** Recurring names of several words that are not otherwise known: products, projects, titles. */
function recurring(chains: readonly Chain[], { lowerWords }: Context): Mention[] {
  const byName = new Map<string, Chain[]>();
  for (const chain of chains) {
    const proper = chain.words.some(
      (word) => !word.isConnector && !lowerWords.has(word.lower) && kindOfName(word.lower) !== 'common',
    );
    if (chain.words.length < 2 || chain.words.length > 5 || !proper) continue;
    const name = chainName(chain.words);
    const same = byName.get(name);
    if (same) same.push(chain);
    else byName.set(name, [chain]);
  }
  const often = [...byName.values()].filter(
    (same) => same.length >= 2 && same.some(({ opensSentence }) => !opensSentence),
  );
  return often.flat().map(({ words }) => mentionOf(words, 'MISC'));
}
