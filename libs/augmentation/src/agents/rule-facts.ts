import { mentionsIn } from '@lectern/language';
import { detectLanguage, foldedWords, foldText, RELIABLE_CONFIDENCE, splitSentences, stems } from '@lectern/text';
import { changedFact, type MemoryEntry, type MemoryFact, newFact } from './memory-facts';

const SENTENCE_CHARS_MAX = 400;
const WORDS_MIN = 3;
const FACTS_PER_ENTRY_MAX = 20;
/** First persons, as words of facts about the one who speaks. */
const SELF = new Set(
  'i my me mine we our us ich mein meine wir unser yo mi nosotros nuestro je mon ma nous notre io mio noi nostro eu meu'.split(
    ' ',
  ),
);
const NO_LONGER =
  /\b(?:no longer|not [\w ]{0,40}any ?more|n't [\w ]{0,40}any ?more|nicht mehr|ya no|ne [\w ]{0,40}plus)\b/iu;

/**
 * Facts by rule, without a language model: sentences about the one who speaks, and sentences with names, dates or
 * amounts; never questions. A sentence with the words of an earlier fact but other names or numbers replaces that fact.
 */
export function factsByRule(known: readonly MemoryFact[], entries: readonly MemoryEntry[]): readonly MemoryFact[] {
  let facts = [...known];
  for (const entry of entries) {
    for (const sentence of statements(entry.text)) {
      const read = readStatement(sentence);
      const same = facts.find((fact) => sameText(fact.text, sentence));
      const older = facts.findLast((fact) => isAboutSame(readStatement(fact.text), read));
      const reasoning = `Stated in entry ${entry.id}${entry.who === '' ? '' : ` by ${entry.who}`}; kept by rule`;
      const stated = { text: sentence, reasoning, entries: [entry.id] };
      if (same) facts = facts.map((fact) => (fact === same ? changedFact(fact, { ...stated, text: fact.text }) : fact));
      else if (older) facts = facts.map((fact) => (fact === older ? changedFact(fact, stated) : fact));
      else facts.push(newFact(sentence, reasoning, [entry.id]));
    }
  }
  return facts;
}

function statements(text: string): readonly string[] {
  const { language, confidence } = detectLanguage(text);
  return splitSentences(text, confidence >= RELIABLE_CONFIDENCE ? language : '')
    .map((one) => one.text.trim())
    .filter((sentence) => {
      const own = foldedWords(foldText(sentence));
      if (/[?？؟]$/u.test(sentence) || sentence.length > SENTENCE_CHARS_MAX || own.length < WORDS_MIN) return false;
      return own.some((word) => SELF.has(word)) || factNames(sentence).length > 0;
    })
    .slice(0, FACTS_PER_ENTRY_MAX);
}

interface Statement {
  /** Stems without names and numbers. */
  readonly frame: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function readStatement(sentence: string): Statement {
  const names = factNames(sentence);
  const plain = names.reduce((text, name) => text.replaceAll(name, ' '), sentence.replace(NO_LONGER, ' '));
  const frame = new Set(stems(plain, 'en').filter((stem) => !/\d/.test(stem)));
  return { frame, names: new Set(names.flatMap((name) => foldedWords(foldText(name)))) };
}

function factNames(sentence: string): readonly string[] {
  return mentionsIn(sentence, 'en').mentions.map(({ start, end }) => sentence.slice(start, end));
}

/** The same words around other names. A subject that is a name must be the same. */
function isAboutSame(fact: Statement, other: Statement): boolean {
  if (fact.frame.size === 0 || fact.frame.size !== other.frame.size) return false;
  if (![...fact.frame].every((stem) => other.frame.has(stem))) return false;
  const shared = [...fact.names].some((name) => other.names.has(name));
  return shared || (fact.names.size <= 1 && other.names.size <= 1);
}

function sameText(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}
