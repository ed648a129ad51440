import { mentionsIn } from '@lectern/language';
import { detectLanguage, foldText } from '@lectern/text';
import type { Outcome } from '../../../engine/module-run';

/** Texts that are read, and characters of each. */
const TEXTS_MAX = 20;
const TEXT_CHARS_MAX = 4_000;
const NAME_CHARS_MAX = 80;
/** Kinds of names that a question can be about. */
const kinds: ReadonlySet<string> = new Set(['PERSON', 'ORG', 'GPE', 'LOC', 'MISC']);
/** What a question about a name is in a language; English in others. */
const english = (name: string) => `What do the sources say about ${name}?`;
const asking: Readonly<Record<string, (name: string) => string>> = {
  en: english,
  es: (name) => `¿Qué dicen las fuentes sobre ${name}?`,
  de: (name) => `Was sagen die Quellen über ${name}?`,
  fr: (name) => `Que disent les sources sur ${name} ?`,
  it: (name) => `Che cosa dicono le fonti su ${name}?`,
  pt: (name) => `O que dizem as fontes sobre ${name}?`,
  nl: (name) => `Wat zeggen de bronnen over ${name}?`,
  ca: (name) => `Què diuen les fonts sobre ${name}?`,
};

/** Questions by rule: about the names that the contexts mention most often and the question does not. */
export function relatedQuestions(question: string, { contexts }: Pick<Outcome, 'contexts'>): readonly string[] {
  const texts = contexts.flatMap(({ chunks }) => chunks.map(({ text }) => text.slice(0, TEXT_CHARS_MAX)));
  const counts = new Map<string, number>();
  for (const text of texts.slice(0, TEXTS_MAX)) {
    const { language } = detectLanguage(text);
    for (const { start, end, label } of mentionsIn(text, language).mentions) {
      const name = text.slice(start, end).trim();
      if (!kinds.has(label) || name.length > NAME_CHARS_MAX) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const asked = foldText(question);
  const names = [...counts]
    .filter(([name]) => !asked.includes(foldText(name)))
    .sort(([, one], [, other]) => other - one);
  const ask = asking[detectLanguage(question).language] ?? english;
  return names.map(([name]) => ask(name));
}
