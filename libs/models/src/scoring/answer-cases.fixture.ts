import { splitSentences } from '@lectern/text';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const scoreNames = ['answer_relevance', 'context_relevance', 'groundedness'] as const;
export type ScoreName = (typeof scoreNames)[number];

/** A sentence of the context, the answer itself, or the question with the answer: the same in other words. */
export type AnswerForm = 'sentence' | 'short' | 'claim';

/** One call whose score should be high, or low. */
export interface AnswerCase {
  readonly score: ScoreName;
  /** What makes it right or wrong. */
  readonly kind: string;
  /** Of the answer. */
  readonly form: AnswerForm;
  readonly isRight: boolean;
  readonly question: string;
  readonly answer?: string;
  readonly context?: string;
  /** Absent where nothing was fitted on its like. */
  readonly article?: string;
}

interface Asked {
  readonly question: string;
  readonly answer: string;
  readonly sentence: string;
  readonly document: string;
  readonly article: string;
  readonly context: string;
}

const REFUSALS: Readonly<Record<string, string>> = {
  en: 'I am sorry, but the documents do not contain this information.',
  es: 'Lo siento, los documentos no contienen esa información.',
  de: 'Leider enthalten die Dokumente dazu keine Informationen.',
  zh: '抱歉，文档中没有相关信息。',
  ar: 'عذرا، لا توجد معلومات حول هذا في المستندات.',
  hi: 'क्षमा करें, दस्तावेज़ों में यह जानकारी नहीं है।',
};
/** A verb that a word beside it denies, by language. */
const DENIED: Readonly<Record<string, readonly [RegExp, string]>> = {
  en: [/ (is|was|were|are|had|has|can|could|would|will) /, ' $1 not '],
  es: [/ (es|fue|era|eran|son|fueron|ha|había|tiene|puede|está) /, ' no $1 '],
  de: [/ (ist|war|waren|sind|wurde|wurden|hat|hatte|kann) /, ' $1 nicht '],
  zh: [/(是|有)/, '不$1'],
};

/** Which half of the articles one belongs to; the same in every language. */
export function halfOf(article: string | undefined): 'tuned' | 'reported' {
  if (article === undefined) return 'reported';
  const sum = [...article].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return sum % 2 === 0 ? 'tuned' : 'reported';
}

const QUESTIONS_MAX = 1_000;

/** Right and wrong calls made from questions with answers: `corpus.jsonl`, `queries.jsonl` with `answers`, `doc_id`. */
export async function casesOf(folder: string, language: string): Promise<AnswerCase[]> {
  const [corpus, queries] = await Promise.all(
    ['corpus.jsonl', 'queries.jsonl'].map((name) => rows(join(folder, name))),
  );
  const texts = new Map((corpus ?? []).map((row) => [String(row.id), String(row.text)]));
  const all = (queries ?? []).flatMap((row) => askedIn(row, texts, language));
  const random = seeded(19);
  const pick = (from: readonly Asked[]) => from[Math.floor(random() * from.length)];
  return all
    .filter((_, index) => index % Math.ceil(all.length / QUESTIONS_MAX) === 0)
    .flatMap((asked) => {
      const near = pick(all.filter((other) => other.article === asked.article && other.document !== asked.document));
      const namesake = all.find(
        ({ article, document, context }) =>
          article === asked.article && document !== asked.document && context.includes(asked.answer),
      );
      const far = pick(all.filter((other) => other.article !== asked.article));
      return near && far ? casesFor(asked, { near, far, namesake, language, random }) : [];
    });
}

interface Others {
  readonly near: Asked;
  /** A text of the same article that has the answer, too. */
  readonly namesake?: Asked;
  readonly far: Asked;
  readonly language: string;
  readonly random: () => number;
}

function casesFor(asked: Asked, { near, far, namesake, language, random }: Others): AnswerCase[] {
  const { question, article, context } = asked;
  const base = { question, article, form: 'sentence' as const };
  const relevance = [
    { kind: 'right', isRight: true, context },
    { kind: 'other text, same article', isRight: false, context: near.context },
    { kind: 'other article', isRight: false, context: far.context },
    ...otherQuestions(asked, near, random).map((other) => ({
      ...{ kind: 'question with another name or number', isRight: false, context },
      question: other,
    })),
  ].map((one) => ({ ...base, ...one, score: 'context_relevance' as const }));
  const answers = (['sentence', 'short'] as const).flatMap((form) => {
    const of = (other: Asked) => (form === 'short' ? other.answer : other.sentence);
    return [
      { kind: 'right', isRight: true, answer: of(asked) },
      { kind: 'answer of another question, same article', isRight: false, answer: of(near) },
      { kind: 'answer of another question, other article', isRight: false, answer: of(far) },
      { kind: 'refusal', isRight: false, answer: REFUSALS[language] ?? REFUSALS.en ?? '' },
    ].map((one) => ({ ...base, ...one, form, score: 'answer_relevance' as const }));
  });
  const grounded = Object.entries(formsOf(asked)).flatMap(([form, text]) => [
    { form, kind: 'right', isRight: true, answer: text, context },
    { form, kind: 'context of the same article', isRight: false, answer: text, context: near.context },
    { form, kind: 'context of another article', isRight: false, answer: text, context: far.context },
    ...(namesake && form !== 'sentence'
      ? [{ form, kind: 'context that only has the answer', isRight: false, answer: text, context: namesake.context }]
      : []),
  ]);
  const altered = alterations(asked, { near, far, language, random }).map((one) => ({
    ...one,
    isRight: false,
    context,
  }));
  const groundedness = [...grounded, ...altered].map((one) => ({
    ...base,
    ...one,
    // The keys of `formsOf`.
    form: one.form as AnswerForm,
    score: 'groundedness' as const,
  }));
  return [...relevance, ...answers, ...groundedness];
}

function formsOf({ question, answer, sentence }: Asked): Readonly<Record<AnswerForm, string>> {
  return { sentence, short: answer, claim: `${question.replace(/[?？؟]\s*$/, '')}: ${answer}.` };
}

function otherQuestions({ question, context }: Asked, near: Asked, random: () => number): string[] {
  const others = [otherNumber(question, context, random), otherName(question, near.sentence, context)];
  return others.filter((other) => other !== undefined);
}

/** The right answer with one thing changed. */
function alterations(asked: Asked, { near, language, random }: Others) {
  const found: { readonly form: string; readonly kind: string; readonly answer: string }[] = [];
  const [verb, denied] = DENIED[language] ?? [];
  for (const [form, text] of Object.entries(formsOf(asked))) {
    const number = otherNumber(text, asked.context, random);
    if (number !== undefined) found.push({ form, kind: 'other number', answer: number });
    const name = otherName(text, near.sentence, asked.context);
    if (name !== undefined) found.push({ form, kind: 'other name', answer: name });
    if (verb && denied !== undefined && form !== 'short' && verb.test(text))
      found.push({ form, kind: 'negated', answer: text.replace(verb, denied) });
  }
  return found;
}

/** With its first number of two digits or more replaced by one that the context does not have. */
function otherNumber(text: string, context: string, random: () => number): string | undefined {
  const [number] = /\d[\d.,]*\d/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const other = number.replace(/\d/g, (digit, at: number) => (at === 0 ? digit : String(Math.floor(random() * 10))));
  return context.includes(other) || other === number ? undefined : text.replace(number, other);
}

/** With the first name inside it replaced by one of another text. */
function otherName(text: string, from: string, context: string): string | undefined {
  const inside = /(?<=\p{L}[\p{L},]* )\p{Lu}[\p{L}-]{3,}/gu;
  const name = text.match(inside)?.[0] ?? /^\p{Lu}[\p{L}-]{3,}$/u.exec(text)?.[0];
  const other = from.match(inside)?.find((candidate) => !context.includes(candidate));
  return name === undefined || other === undefined ? undefined : text.replace(name, other);
}

function askedIn(row: Record<string, unknown>, texts: ReadonlyMap<string, string>, language: string): Asked[] {
  const document = String(row.doc_id);
  const context = texts.get(document);
  const [answer] = Array.isArray(row.answers) ? row.answers.map(String) : [];
  if (context === undefined || answer === undefined) return [];
  const sentence = splitSentences(context, language).find(({ text }) => text.includes(answer))?.text;
  const article = document.split('#')[0] ?? document;
  return sentence === undefined ? [] : [{ question: String(row.text), answer, sentence, document, article, context }];
}

async function rows(path: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line));
}

/** Statements that a text entails, and others: rows with `premise`, `hypothesis`, `label` (`YES` when it does). */
export async function entailmentCases(path: string): Promise<AnswerCase[]> {
  return (await rows(path)).map((row) => {
    const isRight = row.label === 'YES';
    return {
      ...({ score: 'groundedness', form: 'claim', question: '', article: `pair ${String(row.id)}` } as const),
      ...{ kind: isRight ? 'right' : 'not entailed', isRight },
      ...{ answer: String(row.hypothesis), context: String(row.premise) },
    };
  });
}

/** Means of what people gave answers for faithfulness, 1..4: those in between are left out. */
const faithful = { rightMin: 3.5, wrongMax: 2.5 };

/** Answers that people rated, with all their contexts as one: `tasks.jsonl`, `ratings.jsonl`. */
export async function ratedCases(folder: string): Promise<AnswerCase[]> {
  const [tasks, ratings] = await Promise.all(['tasks.jsonl', 'ratings.jsonl'].map((name) => rows(join(folder, name))));
  const contexts = new Map((tasks ?? []).map(({ id, contexts: texts }) => [id, joined(texts)]));
  return (ratings ?? []).flatMap((row) => {
    const given = Array.isArray(row.faithfulness) ? row.faithfulness.map(Number) : [];
    const rating = given.reduce((sum, value) => sum + value, 0) / given.length;
    const isRight = rating >= faithful.rightMin;
    if (!isRight && !(rating <= faithful.wrongMax)) return [];
    const base = { score: 'groundedness', form: 'claim', question: '', isRight } as const;
    const kind = isRight ? 'right' : 'rated unfaithful';
    return [{ ...base, kind, answer: String(row.response), context: contexts.get(row.task_id) ?? '' }];
  });
}

function joined(texts: unknown): string {
  const all = Array.isArray(texts) ? texts : [];
  return all.map(({ text }: { readonly text: string }) => text).join('\n\n');
}

/** Mulberry32: small, fast, good enough to pick cases. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
