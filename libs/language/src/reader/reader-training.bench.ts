import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { writeFile } from 'node:fs/promises';
import { type Example, trainTrees } from '../../fixtures/boosted-trees';
import { CaseRetrieval, withSimilarities } from '../../fixtures/case-retrieval';
import { neighbourBoxes } from '../../fixtures/neighbour-boxes';
import { readerSetOf, setsIn } from '../../fixtures/reader-cases';
import { containsAny } from '../../fixtures/token-overlap';
import { type Embedder, Embedders, ModelsModule } from '@lectern/models';
import type { ContextEntry } from '../context-entry';
import { inputNames, inputsOf } from './answer-inputs';
import { chooseUnits } from './choice';
import { judgedFor } from './reader';

const TARGET = 'libs/language/src/reader/answer-trees.generated.json';
const signal = new AbortController().signal;
/** A box counts as much as several questions of a large set; an answer without the right words is half a mistake. */
const weights = { box: 4, answered: 1, mistaken: 0.4, lookAlike: 1.5, offTopic: 1 };
/** Every second question of a large set, every third of these without its answer, every third by words alone. */
const shares = { questions: 2, questionsFrom: 400, others: 3 };
const options = { trees: 80, depth: 3, learningRate: 0.15 };
const raises = new Set(['similarity', 'score', 'phrase', 'share said', 'share in passage', 'unsaid none']);
const lowers = new Set(['nameMissing', 'numberMissing', 'nameAbsent', 'absent', 'unitAbsent', 'negation', 'opposite']);

type Context = readonly ContextEntry[];

function exampleOf(question: string, context: Context, weight: (text: string) => number, isRight: boolean): Example[] {
  const [best, second, ...others] = judgedFor(question, context);
  if (!best) return [];
  const text = chooseUnits([best, ...(second ? [second] : []), ...others])
    .map((one) => one.text)
    .join(' ');
  return [{ inputs: inputsOf(best, second), isRight, weight: weight(text) }];
}

async function boxes(embedder: Embedder): Promise<Example[]> {
  const examples: Example[] = [];
  const weight = () => weights.box;
  for (const { language, context, asked, neighbour } of neighbourBoxes('tuned')) {
    const contexts = async (question: string): Promise<Context[]> =>
      language === 'en' ? [context, await withSimilarities(question, context, { embedder, signal })] : [context];
    for (const one of await contexts(asked)) examples.push(...exampleOf(asked, one, weight, true));
    for (const one of await contexts(neighbour)) examples.push(...exampleOf(neighbour, one, weight, false));
  }
  return examples;
}

async function questionsOf(folder: string, embedder: Embedder): Promise<Example[]> {
  const set = await readerSetOf(folder, 'tuned');
  const retrieval = await CaseRetrieval.open(set, { embedder, signal });
  const every = set.cases.length > shares.questionsFrom ? shares.questions : 1;
  const examples: Example[] = [];
  for (const [at, { question, answers, article }] of set.cases.filter((_, index) => index % every === 0).entries()) {
    const ranked = await retrieval.ranked(question);
    const isAnswered = answers.length > 0;
    const weight = (text: string) => {
      if (!isAnswered) return weights.lookAlike;
      return containsAny(text, answers) ? weights.answered : weights.mistaken;
    };
    const context = retrieval.contextOf(ranked);
    const bare = at % shares.others === 0 && every > 1;
    examples.push(...exampleOf(question, bare ? withoutSimilarities(context) : context, weight, isAnswered));
    if (isAnswered && at % shares.others === 1) {
      examples.push(...exampleOf(question, retrieval.contextOf(ranked, article), () => weights.offTopic, false));
    }
  }
  return examples;
}

function withoutSimilarities(context: Context): Context {
  return context.map(({ similarity: _, ...entry }) => entry);
}

function directionOf(name: string): number {
  if (raises.has(name)) return 1;
  return lowers.has(name) ||
    /^unsaid (words|names|elsewhere|weight|excluded|namesElsewhere|things|thingsElsewhere)$/.test(name)
    ? -1
    : 0;
}

/** Fits the trees that decide whether there is an answer to the tuned halves of the sets and to our own boxes. */
async function main(): Promise<void> {
  const folders = setsIn(process.argv.slice(2));
  if (folders.length === 0) throw new Error('Usage: npm run train:reader -- <folder> …');
  const app = await NestFactory.createApplicationContext(ModelsModule, { logger: false });
  try {
    const embedder = app.get(Embedders).default;
    const examples = await boxes(embedder);
    for (const folder of folders) examples.push(...(await questionsOf(folder, embedder)));
    const trees = trainTrees(examples, { ...options, directions: inputNames.map(directionOf) });
    await writeFile(TARGET, `${JSON.stringify({ inputs: inputNames, ...trees })}\n`);
    process.stdout.write(`${examples.length} examples, ${trees.trees.length} trees: ${TARGET}\n`);
  } finally {
    await app.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
