import type { CheckedSentence } from '@lectern/contracts/core';
import { basename } from 'node:path';
import { type AnswerCase, answerCases, OTHER_WORDS, type SentenceCase } from '../../fixtures/citation-cases';
import { checkSentences } from './checked-sentences';
import { blockId } from './footnotes';

const TUNED = '--tuned';
const SHOWN = '--shown';

interface Judged extends SentenceCase {
  readonly set: string;
  readonly status: CheckedSentence['status'] | undefined;
  readonly isFoundAtSource: boolean;
  /** Whether the mark behind it names its source. */
  readonly isMarkedRight: boolean;
}

/** Each sentence with a mark: every other one names the wrong entry. */
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

async function judged(set: string, given: AnswerCase): Promise<{ readonly found: Judged[]; readonly spentMs: number }> {
  const { answer, placed, definitions } = written(given);
  const context = given.context.map((entry) => ({ ...entry, language: given.language }));
  const named = ({ marks }: { readonly marks: readonly number[] }) =>
    marks.flatMap((mark) => context[placed[mark - 1]?.named ?? -1]?.key ?? []);
  const startMs = performance.now();
  const checked = await checkSentences({ answer: `${answer}\n\n${definitions}`, context, named });
  const spentMs = performance.now() - startMs;
  const found = placed.map(({ one, start, isMarkedRight }) => {
    const end = start + [...one.text].length;
    const parts = checked.filter((part) => part.start < end && part.end > start);
    const status = parts.find(({ status: said }) => said === 'unsupported')?.status ?? parts[0]?.status;
    const isFoundAtSource = parts.every(({ sources }) => sources[0]?.key === one.source);
    return { ...one, set, status, isFoundAtSource, isMarkedRight };
  });
  return { found, spentMs };
}

function report(set: string, all: readonly Judged[]): void {
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

/** How well fabrications and wrong marks are found. With `--tuned`: on the articles that limits were fitted on. */
async function main(): Promise<void> {
  const paths = process.argv.slice(2).filter((value) => !value.startsWith('--'));
  if (paths.length === 0) throw new Error(`Usage: npm run bench:citations -- [${TUNED}] <folder> …`);
  const half = process.argv.includes(TUNED) ? 'tuned' : 'reported';
  const all: Judged[] = [];
  process.stdout.write(
    '| set | fabricated / faithful | recall | precision | wrong marks repaired | right marks kept |\n',
  );
  process.stdout.write('|---|---|---|---|---|---|\n');
  let [answers, spentMs] = [0, 0];
  for (const path of paths) {
    const set = basename(path) === 'dev' ? basename(path.replace(/\/dev\/?$/, '')) : basename(path);
    const own: Judged[] = [];
    for (const given of (await answerCases(path)).filter((one) => one.half === half)) {
      const result = await judged(set, given);
      own.push(...result.found);
      answers += 1;
      spentMs += result.spentMs;
    }
    report(
      set,
      own.filter(({ form }) => form !== OTHER_WORDS),
    );
    all.push(...own);
  }
  reportForms(all);
  process.stdout.write(`\n${answers} answers, ${(spentMs / answers).toFixed(2)} ms each\n`);
  if (process.argv.includes(SHOWN)) {
    for (const one of all.filter(({ status, isFaithful }) => (status === 'unsupported') === isFaithful).slice(0, 60))
      process.stdout.write(`${one.set} | ${one.form} | ${one.source} | ${one.text}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
