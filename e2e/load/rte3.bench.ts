import { NestFactory } from '@nestjs/core';
import { checkSentences } from '@lectern/language';
import { AnswerScorers, ModelsModule } from '@lectern/models';
import { foldedWords } from '@lectern/text';
import { join } from 'node:path';
import { halfOf } from '../../libs/language/fixtures/answer-cases';
import { heading, line } from './figures';
import { rowsOf } from './labelled-sets';

interface Pair {
  readonly id: string;
  readonly label: 'YES' | 'NO';
  readonly premise: string;
  readonly hypothesis: string;
}

type Score = (pair: Pair) => Promise<number> | number;

const LANGUAGE = 'en';

/**
 * Whether a text supports a statement, as answers are checked without a language model: by the check of citations, and
 * by the score of groundedness; beside the most frequent verdict and the share of words that both have. Thresholds and
 * the most frequent verdict come from one half of the pairs, figures from the other one. `CORPORA` is a folder with
 * `rte3`.
 */
export async function benchSupport(): Promise<void> {
  const pairs = rowsOf<Pair>(join(process.env['CORPORA'] ?? '', 'rte3', 'dev.jsonl'));
  if (pairs.length === 0) return line('rte3', 'CORPORA names no folder with rte3');
  // The halves by which the weights of scores were fitted.
  const { tuned = [], reported = [] } = Object.groupBy(pairs, ({ id }) => halfOf(`pair ${id}`));
  const entailed = reported.filter(isEntailed).length;
  heading(`rte3: ${reported.length} pairs, ${entailed} of them entailed; thresholds from ${tuned.length} others`);
  const app = await NestFactory.createApplicationContext(ModelsModule, { logger: false });
  try {
    const scorer = app.get(AnswerScorers).for(undefined);
    const groundedness = async ({ premise, hypothesis }: Pair) => {
      const request = { answer: hypothesis, contexts: [premise] };
      return (await scorer.score(request, { signal: new AbortController().signal })).groundedness[0] ?? 0;
    };
    const methods: Readonly<Record<string, Score>> = {
      'most frequent verdict': () => 0,
      'words that both have': shareOfWords,
      'check of citations': supported,
      'score of groundedness': groundedness,
    };
    for (const [name, score] of Object.entries(methods)) await report(name, { tuned, reported, score });
  } finally {
    await app.close();
  }
}

function isEntailed({ label }: Pair): boolean {
  return label === 'YES';
}

function shareOfWords({ premise, hypothesis }: Pair): number {
  const [known, said] = [new Set(foldedWords(premise)), [...new Set(foldedWords(hypothesis))]];
  return said.filter((word) => known.has(word)).length / Math.max(1, said.length);
}

/** 1 when no sentence of the statement is without support. */
async function supported({ premise, hypothesis }: Pair): Promise<number> {
  const context = [{ key: 'premise', text: premise, language: LANGUAGE }];
  const checked = await checkSentences({ answer: hypothesis, context });
  return checked.some(({ status }) => status === 'unsupported') ? 0 : 1;
}

interface Measured {
  readonly tuned: readonly Pair[];
  readonly reported: readonly Pair[];
  readonly score: Score;
}

async function report(name: string, { tuned, reported, score }: Measured): Promise<void> {
  const scored = async (pairs: readonly Pair[]) => {
    const all: { readonly value: number; readonly is: boolean }[] = [];
    for (const pair of pairs) all.push({ value: await score(pair), is: isEntailed(pair) });
    return all;
  };
  const [before, after] = [await scored(tuned), await scored(reported)];
  // Also above all of them: nothing is entailed.
  const thresholds = [...new Set(before.map(({ value }) => value)), Number.POSITIVE_INFINITY];
  const [best = 0] = thresholds.toSorted((a, b) => accuracy(before, b) - accuracy(before, a));
  const found = after.filter(({ value }) => value >= best);
  const right = found.filter(({ is }) => is).length;
  const all = after.filter(({ is }) => is).length;
  const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
  const error = Math.sqrt((accuracy(after, best) * (1 - accuracy(after, best))) / after.length);
  const cells = [`accuracy ${accuracy(after, best).toFixed(3)} ± ${(1.96 * error).toFixed(3)}`, `threshold ${best}`];
  line(name, ...cells, `precision ${share(right, found.length)}`, `recall ${share(right, all)}`);
}

function accuracy(scored: readonly { readonly value: number; readonly is: boolean }[], least: number): number {
  return scored.filter(({ value, is }) => value >= least === is).length / scored.length;
}
