import csv from 'papaparse';
import {
  changedQuestions,
  differencesOf,
  estimate,
  type EvaluationRun,
  type Metric,
  metrics,
  totalScore,
  type VariantResult,
} from './evaluation-run';

const names = {
  recall: 'recall',
  ndcg: 'nDCG@10',
  citations: 'citation precision',
  support: 'support',
  facts: 'facts',
  answered: 'answered',
  refusals: 'refusals',
} as const;
const ANSWER_CHARS = 400;
const WORST = 50;

/** The report of a run, or of a comparison with an earlier one, as Markdown. */
export function markdownOf(run: EvaluationRun, before?: EvaluationRun): string {
  const head = [
    '# Evaluation',
    '',
    `Knowledge box ${cell(run.kb)}, questions of ${cell(run.file)}, ${run.created}. Each figure is a mean with its 95 % interval;`,
    `recall is that of the first ${run.k} documents.`,
    '',
  ];
  return [...head, ...figures(run), ...comparisons(run, before), ...questionsOf(run)].join('\n');
}

function figures({ variants }: EvaluationRun): readonly string[] {
  const measured = metrics.filter((metric) => variants.some((variant) => estimate(variant, metric)));
  const rows = variants.map((variant) => [
    variant.name,
    String(variant.questions.length),
    ...measured.map((metric) => figure(variant, metric)),
  ]);
  return table(['variant', 'questions', ...measured.map((metric) => names[metric])], rows);
}

function figure(variant: VariantResult, metric: Metric): string {
  const found = estimate(variant, metric);
  return found ? `${share(found.mean)} (${share(found.low)} to ${share(found.high)}, n = ${found.count})` : '';
}

/** With an earlier run, or of the first variant with the others. */
function comparisons(run: EvaluationRun, before: EvaluationRun | undefined): readonly string[] {
  const [first] = run.variants;
  const pairs = before
    ? run.variants.flatMap((after) => {
        const was = before.variants.find(({ name }) => name === after.name) ?? before.variants[0];
        return was ? [{ was, after, title: `${after.name}: before and now` }] : [];
      })
    : run.variants
        .slice(1)
        .flatMap((after) => (first ? [{ was: first, after, title: `${first.name} and ${after.name}` }] : []));
  return pairs.flatMap(({ was, after, title }) => {
    const rows = differencesOf(was, after).map(({ metric, before: a, after: b, p, count }) => [
      names[metric],
      share(a),
      share(b),
      `${b >= a ? '+' : '−'}${share(Math.abs(b - a))}`,
      p.toFixed(3),
      String(count),
    ]);
    const head = ['metric', 'before', 'after', 'change', 'p', 'questions'];
    return ['', `## ${cell(title)}`, '', ...table(head, rows), ...changesOf(was, after)];
  });
}

function changesOf(was: VariantResult, after: VariantResult): readonly string[] {
  const rows = changedQuestions(was, after).map(({ after: now, changes }) => {
    const texts = changes.map((one) => `${names[one.metric]} ${share(one.before)} → ${share(one.after)}`);
    return [now.id, now.question, texts.join(', ')];
  });
  return rows.length === 0 ? [] : ['', ...table(['id', 'question', 'change'], rows)];
}

/** Of each variant the questions with the lowest scores. */
function questionsOf({ variants }: EvaluationRun): readonly string[] {
  return variants.flatMap((variant) => {
    const rows = variant.questions
      .filter((one) => totalScore(one) < 1)
      .sort((a, b) => totalScore(a) - totalScore(b))
      .slice(0, WORST)
      .map((one) => [
        one.id,
        one.question,
        metrics
          .flatMap((metric) =>
            one.scores[metric] === undefined ? [] : `${names[metric]} ${share(one.scores[metric])}`,
          )
          .join(', '),
        one.error ?? (one.answer ?? '').slice(0, ANSWER_CHARS),
        one.found.slice(0, 3).join(', '),
      ]);
    if (rows.length === 0) return ['', `## ${cell(variant.name)}: every question is right`, ''];
    const title = `## ${cell(variant.name)}: questions that are not right, worst first`;
    return ['', title, '', ...table(['id', 'question', 'scores', 'answer', 'found'], rows)];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)];
}

/** A text of others as plain text of one line: neither Markdown nor HTML. */
function cell(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
  return escaped.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\\`*_[\]|~#!]/g, '\\$&');
}

function share(value: number): string {
  return value.toFixed(3);
}

const csvColumns = ['variant', 'id', 'question', ...metrics, 'status', 'answer', 'found', 'error'];

/** Every question of every variant as CSV, with a line of names. No cell is a formula. */
export function evaluationCsv({ variants }: EvaluationRun): string {
  const data = variants.flatMap(({ name, questions }) =>
    questions.map((one) => [
      name,
      one.id,
      one.question,
      ...metrics.map((metric) => one.scores[metric]?.toFixed(3) ?? ''),
      one.status ?? '',
      one.answer ?? '',
      one.found.join('; '),
      one.error ?? '',
    ]),
  );
  return `${csv.unparse({ fields: csvColumns, data }, { escapeFormulae: true })}\r\n`;
}
