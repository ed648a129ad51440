import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { basename } from 'node:path';
import type { AnswerScorer } from '../answer-scorer';
import { AnswerScorers } from '../answer-scorers';
import { Embedders } from '../embedders';
import { ModelsModule } from '../models.module';
import { type AnswerCase, casesOf, entailmentCases, halfOf, ratedCases } from '../../../language/fixtures/answer-cases';
import { separation } from '../../../language/fixtures/separation';

const TUNED = '--tuned';

interface Scored {
  readonly set: string;
  readonly given: AnswerCase;
  readonly value: number;
}

/** A folder of questions with answers, whose name may be a language; a file of pairs; a folder of rated answers. */
async function read(path: string): Promise<AnswerCase[]> {
  const name = basename(path);
  if (name.endsWith('.jsonl')) return entailmentCases(path);
  if (name === 'rated') return ratedCases(path);
  return casesOf(path, /^[a-z]{2}$/.test(name) ? name : 'en');
}

async function valueOf(scorer: AnswerScorer, given: AnswerCase): Promise<number> {
  const { score, question, answer, context } = given;
  const request = { question: question || undefined, answer, contexts: context === undefined ? [] : [context] };
  const scores = await scorer.score(request, { signal: new AbortController().signal });
  if (score === 'answer_relevance') return scores.answerRelevance?.score ?? 0;
  return (score === 'groundedness' ? scores.groundedness : scores.contextRelevance)[0] ?? 0;
}

function report(scored: readonly Scored[]): void {
  const sets = [...new Set(scored.map(({ set }) => set))];
  const lines = new Map<string, string[]>();
  for (const { given } of scored) {
    if (given.isRight) continue;
    const key = [given.score, given.form, given.kind].join(' | ');
    if (lines.has(key)) continue;
    lines.set(
      key,
      sets.map((set) =>
        cellOf(
          scored.filter((one) => one.set === set),
          given,
        ),
      ),
    );
  }
  process.stdout.write(
    `| score | answer | wrong because of | ${sets.join(' | ')} |\n|${'---|'.repeat(3 + sets.length)}\n`,
  );
  for (const [key, cells] of [...lines].sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`| ${key} | ${cells.join(' | ')} |\n`);
}

/** `.97 (4.4 / 0.9)`: separation, mean of the right ones, mean of the wrong ones. */
function cellOf(scored: readonly Scored[], { score, form, kind }: AnswerCase): string {
  const alike = scored.filter(({ given }) => given.score === score && given.form === form);
  const right = alike.filter(({ given }) => given.isRight).map(({ value }) => value);
  const wrong = alike.filter(({ given }) => !given.isRight && given.kind === kind).map(({ value }) => value);
  if (right.length === 0 || wrong.length === 0) return '';
  return `${separation(right, wrong).toFixed(3)} (${mean(right).toFixed(1)} / ${mean(wrong).toFixed(1)}; ${wrong.length})`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How well the scores separate right from wrong. With `--tuned`: on the articles to which weights were fitted. */
async function main(): Promise<void> {
  const paths = process.argv.slice(2).filter((value) => value !== TUNED);
  const half = process.argv.includes(TUNED) ? 'tuned' : 'reported';
  if (paths.length === 0) throw new Error(`Usage: npm run bench:answers -- [${TUNED}] <folder or file> …`);
  const app = await NestFactory.createApplicationContext(ModelsModule, { logger: false });
  try {
    const scorer = app.get(AnswerScorers).for(undefined);
    const scored: Scored[] = [];
    let [calls, spentMs] = [0, 0];
    for (const path of paths) {
      for (const given of (await read(path)).filter(({ article }) => halfOf(article) === half)) {
        const startMs = performance.now();
        scored.push({ set: basename(path), given, value: await valueOf(scorer, given) });
        spentMs += performance.now() - startMs;
        calls += 1;
      }
    }
    report(scored);
    const embedder = app.get(Embedders).defaultId;
    process.stdout.write(
      `${scorer.description.id}, embedder ${embedder}: ${calls} calls, ${(spentMs / calls).toFixed(2)} ms each\n`,
    );
  } finally {
    await app.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
