import { type AnswerKind, questionWords, unspaced } from './question-words';

const compiled = new Map(
  Object.entries(questionWords).map(([language, kinds]) => [
    language,
    kinds.map(([kind, patterns]) => [kind, patternOf(patterns, language)] as const),
  ]),
);

/** @param language ISO 639-1; for an unknown one, English words are used */
export function answerKindOf(question: string, language: string): AnswerKind {
  const patterns = compiled.get(language) ?? compiled.get('en') ?? [];
  const lower = question.toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other';
}

function patternOf(patterns: readonly string[], language: string): RegExp {
  const any = patterns.map((pattern) => `(?:${pattern})`).join('|');
  return new RegExp(unspaced.has(language) ? any : `(?<!\\p{L})(?:${any})(?!\\p{L})`, 'u');
}
