import { compoundHeads } from './compound-heads';
import { foldWord } from './fold';

/** Shorter words are no compounds that a search would miss. */
const COMPOUND_LETTERS_MIN = 8;
/** The part before a head: `Bau|plan`. */
const MODIFIER_LETTERS_MIN = 3;
const HEAD_LETTERS_MIN = 4;
const HEAD_LETTERS_MAX = 16;
const PARTS_MAX = 4;

/** Letters that join the parts, by language. */
const joints: Readonly<Record<string, readonly string[]>> = {
  de: ['s', 'n', 'en', 'es', 'er', 'e', ''],
  nl: ['s', 'en', 'n', 'e', ''],
  sv: ['s', 'e', 'a', ''],
  da: ['s', 'e', ''],
  no: ['s', 'e', ''],
};

/** Of plurals and cases, folded. */
const endings: Readonly<Record<string, readonly string[]>> = {
  de: ['', 'e', 'en', 'n', 'er', 'ern', 's', 'es'],
  nl: ['', 's', 'en', 'n', 'es'],
  sv: ['', 'en', 'n', 'et', 't', 'er', 'ar', 'or', 'na', 'erna', 'arna', 's', 'ens', 'ets'],
  da: ['', 'en', 'n', 'et', 't', 'er', 'r', 'erne', 'ne', 'e', 's', 'ens', 'ets'],
  no: ['', 'en', 'n', 'et', 't', 'er', 'r', 'ene', 'ne', 'e', 'a', 's', 'ens'],
};

/** Verbs and nouns of verbs have these at their beginning: `Vor|stellung` is no kind of a `Stellung`. */
const prefixes: Readonly<Record<string, RegExp>> = {
  de: /^(ab|an|auf|aus|be|bei|dar|durch|ein|ent|er|fort|ge|gegen|her|hin|hinter|in|los|mit|nach|nieder|un|unter|um|ver|vor|voraus|vorher|weg|wider|wieder|zer|zu|zurück|zusammen|über)$|(ver|zer|ent|miss)$/,
  nl: /^(aan|achter|af|be|bij|door|er|ge|her|in|mee|mis|na|om|on|ont|onder|op|over|tegen|terug|toe|uit|ver|voor|weg)$|(ver|ont)$/,
  sv: /^(an|av|be|bi|er|fram|för|före|ge|genom|in|med|mot|ned|om|om|på|till|under|upp|ut|van|vid|åter|över)$/,
  da: /^(af|an|be|bi|er|for|fore|frem|ge|gen|gennem|ind|med|mis|mod|ned|om|op|over|på|til|u|ud|under|und|ved)$/,
  no: /^(an|av|be|bi|er|for|fore|fram|frem|ge|gjen|gjennom|inn|med|mis|mot|ned|om|opp|over|på|til|u|under|unn|ut|ved)$/,
};

/** Whether a language writes compounds as one word that are split here. */
export function splitsCompounds(language: string): boolean {
  return Object.hasOwn(joints, language);
}

/**
 * The parts of a compound word, by words that often end one: of `krankenversicherung` they are `kranken` and
 * `versicherung`. None where it ends with no such word, or with one that belongs to a verb.
 *
 * @param word lower case, with its accents
 */
export function compoundParts(word: string, language: string): readonly string[] {
  if (isHead(foldWord(word), compoundHeads(language), language)) return [];
  const parts: string[] = [];
  let rest = word;
  while (parts.length < PARTS_MAX - 1 && rest.length >= COMPOUND_LETTERS_MIN) {
    const head = compoundHead(rest, language);
    if (head === undefined) break;
    parts.unshift(head);
    rest = rest.slice(0, rest.length - head.length);
  }
  return parts.length === 0 ? [] : [...modifiersOf(rest, language), ...parts];
}

/** The longest that leaves something before it. */
function compoundHead(word: string, language: string): string | undefined {
  const heads = compoundHeads(language);
  const longest = Math.min(HEAD_LETTERS_MAX, word.length - MODIFIER_LETTERS_MIN);
  for (let length = longest; length >= HEAD_LETTERS_MIN; length -= 1) {
    const head = word.slice(-length);
    if (isHead(foldWord(head), heads, language) && !prefixes[language]?.test(word.slice(0, -length))) return head;
  }
  return undefined;
}

function isHead(word: string, heads: ReadonlySet<string>, language: string): boolean {
  return (endings[language] ?? []).some((ending) => word.endsWith(ending) && heads.has(withoutEnding(word, ending)));
}

function withoutEnding(word: string, ending: string): string {
  return ending === '' ? word : word.slice(0, -ending.length);
}

/** As it is, and without the letters that join it to the next part. */
function modifiersOf(rest: string, language: string): readonly string[] {
  const bare = (joints[language] ?? []).filter((joint) => joint !== '' && rest.endsWith(joint));
  const shorter = bare.map((joint) => rest.slice(0, -joint.length));
  return [rest, ...shorter].filter((part) => part.length >= MODIFIER_LETTERS_MIN);
}
