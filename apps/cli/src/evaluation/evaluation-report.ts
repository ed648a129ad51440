import {
  differencesOf,
  estimate,
  type EvaluationRun,
  metrics,
  type QuestionResult,
  type VariantResult,
} from './evaluation';

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

/** The same for browsers, without scripts. */
export async function htmlOf(markdown: string): Promise<string> {
  const { marked } = await import('marked');
  const style =
    'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
    'table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #8886;padding:.3rem .6rem;text-align:left}';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Evaluation</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${await marked.parse(markdown)}</body></html>\n`;
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

function figure(variant: VariantResult, metric: keyof typeof names): string {
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
    return ['', `## ${cell(title)}`, '', ...table(head, rows), ...changedQuestions(was, after)];
  });
}

function changedQuestions(was: VariantResult, after: VariantResult): readonly string[] {
  const before = new Map(was.questions.map((one) => [one.id, one]));
  const rows = after.questions.flatMap((now) => {
    const then = before.get(now.id);
    const changes = metrics.flatMap((metric) => {
      const [a, b] = [then?.scores[metric], now.scores[metric]];
      return a === b || a === undefined || b === undefined ? [] : [`${names[metric]} ${share(a)} → ${share(b)}`];
    });
    return changes.length > 0 ? [[now.id, now.question, changes.join(', ')]] : [];
  });
  return rows.length === 0 ? [] : ['', ...table(['id', 'question', 'change'], rows)];
}

/** Of each variant the questions with the lowest scores. */
function questionsOf({ variants }: EvaluationRun): readonly string[] {
  return variants.flatMap((variant) => {
    const rows = variant.questions
      .filter((one) => one.error !== undefined || total(one) < 1)
      .sort((a, b) => total(a) - total(b))
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

function total({ scores }: QuestionResult): number {
  const values = metrics.flatMap((metric) => scores[metric] ?? []);
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
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
