import type { CheckedSentence } from '@lectern/contracts/core';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entailmentCases, ratedCases } from '../../fixtures/answer-cases';
import { type AnswerCase, answerCases, OTHER_WORDS, type SentenceCase } from '../../fixtures/citation-cases';
import { checkSentences } from './checked-sentences';
import { blockId } from './footnotes';

const TUNED = '--tuned';
const SHOWN = '--shown';
const TIMED_MAX = 100;

interface Judged extends SentenceCase {
  readonly set: string;
  readonly status: CheckedSentence['status'] | undefined;
  readonly isFoundAtSource: boolean;
  /** Whether the mark after it refers to its source. */
  readonly isMarkedRight: boolean;
}

/** Each sentence with a mark; every other mark refers to the wrong entry. */
function written({ sentences, context, language }: AnswerCase) {
  const gap = language === 'zh' ? '' : ' ';
  let answer = '';
  const placed = sentences.map((one, index) => {
    const right = context.findIndex(({ key }) => key === one.source);
    const named = index % 2 === 0 ? right : (right + 1 + index) % context.length;
    const start = [...answer].length;
    answer += `${one.text} [${index + 1}]${gap}`;
    return { one, start, named, isMarkedRight: named === right };
  });
  return {
    answer,
    placed,
    definitions: placed.map(({ named }, index) => `[${index + 1}]: ${blockId(named)}`).join('\n'),
  };
}

async function judged(set: string, given: AnswerCase): Promise<Judged[]> {
  const { answer, placed, definitions } = written(given);
  const context = given.context.map((entry) => ({ ...entry, language: given.language }));
  const named = ({ marks }: { readonly marks: readonly number[] }) =>
    marks.flatMap((mark) => context[placed[mark - 1]?.named ?? -1]?.key ?? []);
  const checked = await checkSentences({ answer: `${answer}\n\n${definitions}`, context, named });
  return placed.map(({ one, start, isMarkedRight }) => {
    const end = start + [...one.text].length;
    const parts = checked.filter((part) => part.start < end && part.end > start);
    const status = parts.find(({ status: said }) => said === 'unsupported')?.status ?? parts[0]?.status;
    const isFoundAtSource = parts.every(({ sources }) => sources[0]?.key === one.source);
    return { ...one, set, status, isFoundAtSource, isMarkedRight };
  });
}

function report(set: string, judgements: readonly Judged[], times: string): void {
  const all = judgements.filter(({ form }) => form !== OTHER_WORDS);
  const fabricated = all.filter(({ isFaithful }) => !isFaithful);
  const flagged = all.filter(({ status }) => status === 'unsupported');
  const right = flagged.filter(({ isFaithful }) => !isFaithful);
  const faithful = all.filter(({ isFaithful, status }) => isFaithful && status !== 'unsupported');
  const misattributed = faithful.filter(({ isMarkedRight }) => !isMarkedRight);
  const repaired = misattributed.filter(({ status, isFoundAtSource }) => status === 'repaired' && isFoundAtSource);
  const kept = faithful.filter(({ isMarkedRight }) => isMarkedRight);
  const cells = [
    set,
    `${fabricated.length} / ${all.length - fabricated.length}`,
    share(right.length, fabricated.length),
    share(right.length, flagged.length),
    share(repaired.length, misattributed.length),
    share(kept.filter(({ isFoundAtSource }) => isFoundAtSource).length, kept.length),
    times,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function reportForms(all: readonly Judged[]): void {
  const sets = [...new Set(all.map(({ set }) => set))];
  process.stdout.write(`\n| sentence | ${sets.join(' | ')} |\n|${'---|'.repeat(1 + sets.length)}\n`);
  for (const form of [...new Set(all.map((one) => one.form))].sort()) {
    const cells = sets.map((set) => {
      const own = all.filter((one) => one.set === set && one.form === form);
      const right = own.filter(({ status, isFaithful }) => (status === 'unsupported') !== isFaithful);
      return own.length === 0 ? '' : `${share(right.length, own.length)} of ${own.length}`;
    });
    process.stdout.write(`| ${form} | ${cells.join(' | ')} |\n`);
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** How many right and wrong statements, written by people and models, remain without support. */
async function reportLimit(path: string): Promise<void> {
  const cases = (await (path.endsWith('.jsonl') ? entailmentCases : ratedCases)(path)).filter(({ answer }) => answer);
  for (const isRight of [true, false]) {
    const own = cases.filter((one) => one.isRight === isRight);
    const found = [];
    for (const { answer = '', context = '' } of own)
      found.push(...(await checkSentences({ answer, context: [{ key: 'k', text: context, language: 'en' }] })));
    const unsupported = found.filter(({ status }) => status === 'unsupported');
    const name = `${basename(path.replace(/\/dev(\.jsonl)?$/, ''))}, ${isRight ? 'right' : 'wrong'}`;
    process.stdout.write(
      `${name}: ${own.length} answers, ${found.length} sentences, ${share(unsupported.length, found.length)} unsupported\n`,
    );
  }
}

/**
 * Time for an answer of 500 words (Chinese: 800 characters) with twenty entries of context, in milliseconds: the median
 * over answers, each the best of three.
 */
async function timed(cases: readonly AnswerCase[]): Promise<string> {
  const times: number[] = [];
  for (const { context, language } of cases.slice(0, TIMED_MAX)) {
    const all = context.map(({ text }) => text).join(' ');
    const answer =
      language === 'zh'
        ? all.slice(0, 800)
        : all
            .split(/(?<=\s)/)
            .slice(0, 500)
            .join('');
    const entries = context.map((entry) => ({ ...entry, language }));
    const runs: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const startMs = performance.now();
      await checkSentences({ answer, context: entries });
      runs.push(performance.now() - startMs);
    }
    times.push(Math.min(...runs));
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(1) ?? '';
}

async function judgedIn(set: string, cases: readonly AnswerCase[]): Promise<Judged[]> {
  const found: Judged[] = [];
  for (const given of cases) found.push(...(await judged(set, given)));
  return found;
}

/** How well fabrications and wrong marks are detected. With `--tuned`: on the articles to which limits were fitted. */
async function main(): Promise<void> {
  const paths = process.argv.slice(2).filter((value) => !value.startsWith('--'));
  if (paths.length === 0) throw new Error(`Usage: npm run bench:citations -- [${TUNED}] <folder or file> …`);
  const half = process.argv.includes(TUNED) ? 'tuned' : 'reported';
  const isLimit = (path: string) => path.endsWith('.jsonl') || existsSync(join(path, 'ratings.jsonl'));
  const all: Judged[] = [];
  process.stdout.write('| set | fabricated / faithful | recall | precision | marks repaired | marks kept | ms |\n');
  process.stdout.write('|---|---|---|---|---|---|---|\n');
  for (const path of paths.filter((one) => !isLimit(one))) {
    const set = basename(path.replace(/\/dev\/?$/, ''));
    const cases = (await answerCases(path)).filter((one) => one.half === half);
    const own = await judgedIn(set, cases);
    report(set, own, await timed(cases));
    all.push(...own);
  }
  report('all', all, '');
  reportForms(all);
  for (const path of paths.filter(isLimit)) await reportLimit(path);
  if (!process.argv.includes(SHOWN)) return;
  for (const one of all.filter(({ status, isFaithful }) => (status === 'unsupported') === isFaithful))
    process.stdout.write(`${one.set} | ${one.form} | ${one.source} | ${one.text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
