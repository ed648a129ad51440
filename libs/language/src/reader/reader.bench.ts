import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { CaseRetrieval, withSimilarities } from '../../fixtures/case-retrieval';
import { neighbourBoxes } from '../../fixtures/neighbour-boxes';
import { type ReaderCase, type ReaderSet, readerSetOf, setsIn } from '../../fixtures/reader-cases';
import { containsAny, tokenF1 } from '../../fixtures/token-overlap';
import { type Embedder, Embedders, ModelsModule } from '@lectern/models';
import type { ContextEntry } from '../context-entry';
import { LocalGenerator } from '../../../models/src/local/local-generator';

const TUNED = '--tuned';
const EVERY = '--every=';
/** Too short for a sentence: the answer consists of the answering words. */
const SHORT_TOKENS = 12;
const signal = new AbortController().signal;
const generator = new LocalGenerator();

/** The result of one question. */
interface Outcome {
  readonly isAnswerable: boolean;
  readonly isRefused: boolean;
  readonly hasGold: boolean;
  readonly f1: number;
  readonly isOffTopicRefused: boolean;
  readonly spentMs: number;
}

interface Answer {
  readonly text: string;
  readonly isRefused: boolean;
  readonly spentMs: number;
}

async function answerTo(question: string, context: readonly ContextEntry[], tokens?: number): Promise<Answer> {
  const startMs = performance.now();
  let [text, isRefused] = ['', false];
  const request = { question, context, history: [], citations: 'none' as const, answerTokensMax: tokens };
  for await (const chunk of generator.generate(request, { signal })) {
    if (chunk.type === 'text') text += chunk.text;
    if (chunk.type === 'status') isRefused = chunk.code === '-2';
  }
  return { text: isRefused ? '' : text, isRefused, spentMs: performance.now() - startMs };
}

async function outcomeOf({ question, article, answers }: ReaderCase, retrieval: CaseRetrieval): Promise<Outcome> {
  const ranked = await retrieval.ranked(question);
  const context = retrieval.contextOf(ranked);
  const [whole, short, offTopic] = [
    await answerTo(question, context),
    await answerTo(question, context, SHORT_TOKENS),
    await answerTo(question, retrieval.contextOf(ranked, article)),
  ];
  return {
    isAnswerable: answers.length > 0,
    isRefused: whole.isRefused,
    hasGold: containsAny(whole.text, answers),
    f1: tokenF1(short.text, answers),
    isOffTopicRefused: offTopic.isRefused,
    spentMs: whole.spentMs,
  };
}

/** A row of the table: shares of the answerable questions, except in the last but one column and the time. */
function rowOf({ name }: ReaderSet, outcomes: readonly Outcome[]): readonly string[] {
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const others = outcomes.filter(({ isAnswerable }) => !isAnswerable);
  const share = (value: (outcome: Outcome) => number) => (sum(answerable.map(value)) / answerable.length).toFixed(3);
  const refused = outcomes.filter(({ isRefused }) => isRefused);
  const rightly = refused.filter(({ isAnswerable }) => !isAnswerable);
  return [
    name,
    `${answerable.length} and ${others.length}`,
    share(({ hasGold }) => Number(hasGold)),
    share(({ isRefused }) => Number(isRefused)),
    share(({ isOffTopicRefused }) => Number(isOffTopicRefused)),
    others.length === 0 ? '' : ((2 * rightly.length) / (refused.length + others.length)).toFixed(3),
    share(({ f1 }) => f1),
    (sum(outcomes.map(({ spentMs }) => spentMs)) / outcomes.length).toFixed(1),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function reads({ description: { languages } }: Embedder, language: string): boolean {
  return languages.includes('*') || languages.includes(language);
}

/** The embedder that a box in that language gets: the first that reads it. */
function embedderFor(language: string, embedders: Embedders): Embedder {
  const candidates = embedders.candidates.map((id) => embedders.get(id));
  return candidates.find((embedder) => reads(embedder, language)) ?? embedders.default;
}

/** Results for our own boxes, using the embedder if it reads the language. */
async function boxRows(half: 'tuned' | 'reported', embedders: Embedders): Promise<string[]> {
  const byLanguage = new Map<string, { asked: number; right: number; refused: number }>();
  for (const { language, context, asked, gold, neighbour } of neighbourBoxes(half)) {
    const embedder = embedderFor(language, embedders);
    const contextFor = (question: string) =>
      reads(embedder, language) ? withSimilarities(question, context, { embedder, signal }) : context;
    const answered = await answerTo(asked, await contextFor(asked));
    const beside = await answerTo(neighbour, await contextFor(neighbour));
    for (const name of [language, 'all']) {
      const counts = byLanguage.get(name) ?? { asked: 0, right: 0, refused: 0 };
      counts.asked += 1;
      counts.right += containsAny(answered.text, [gold]) ? 1 : 0;
      counts.refused += beside.isRefused ? 1 : 0;
      byLanguage.set(name, counts);
    }
  }
  return [...byLanguage].map(([name, { asked, right, refused }]) =>
    [`boxes, ${name}`, `${asked} and ${asked}`, (right / asked).toFixed(3), (refused / asked).toFixed(3)].join(' | '),
  );
}

const boxHead = ['boxes of our own', 'questions', 'answered rightly', 'neighbours refused'];
const head = ['set', 'questions', 'contains gold', 'refused', 'off-topic refused', 'look-alike F1', 'token F1', 'ms'];

/**
 * How well the reader answers and refuses: questions about our own boxes and about neighbouring subjects, then sets.
 * With `--tuned`: the questions to which its weights were fitted. With `--every=5`: every fifth question.
 */
async function main(): Promise<void> {
  const folders = setsIn(process.argv.slice(2).filter((value) => !value.startsWith('--')));
  const every = Number(process.argv.find((value) => value.startsWith(EVERY))?.slice(EVERY.length) ?? 1);
  const half = process.argv.includes(TUNED) ? 'tuned' : 'reported';
  if (folders.length === 0) throw new Error(`Usage: npm run bench:reader -- [${TUNED}] [${EVERY}<n>] <folder> …`);
  const app = await NestFactory.createApplicationContext(ModelsModule, { logger: false });
  try {
    const embedders = app.get(Embedders);
    process.stdout.write(`| ${boxHead.join(' | ')} |\n|${'---|'.repeat(boxHead.length)}\n`);
    for (const row of await boxRows(half, embedders)) process.stdout.write(`| ${row} |\n`);
    process.stdout.write(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`);
    for (const folder of folders) {
      const set = await readerSetOf(folder, half);
      const embedder = embedderFor(set.language, embedders);
      const retrieval = await CaseRetrieval.open(set, { embedder, signal });
      const outcomes: Outcome[] = [];
      for (const one of set.cases.filter((_, at) => at % every === 0)) outcomes.push(await outcomeOf(one, retrieval));
      process.stdout.write(`| ${rowOf(set, outcomes).join(' | ')} |\n`);
    }
  } finally {
    await app.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
