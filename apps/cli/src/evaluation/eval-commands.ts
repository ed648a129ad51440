import { readFile, writeFile } from 'node:fs/promises';
import { listEvaluationSets } from '@lectern/contracts/search';
import {
  differencesOf,
  estimate,
  type EvaluationRun,
  markdownOf,
  type Metric,
  metrics,
  type Variant,
  type VariantResult,
  variantsOf,
} from '@lectern/evaluation';
import { reasonOf } from '../api';
import { explainedAtStop } from '../at-stop';
import { boxOption, chosenBox, jsonOption } from '../box/chosen-box';
import { oneLine } from '../box/kb-commands';
import type { Command, CommandContext, Options } from '../command';
import { type ExitCode, exitCodes, UsageError } from '../exit-code';
import { counted } from '../progress-line';
import { textOption, textsOption, wholeOption } from '../program';
import { evaluate } from './evaluation';
import { htmlOf } from './html-report';
import { sourceOf, sourceOptions } from './question-sources';

const VARIANTS_MAX = 20;

const reportOptions = {
  report: { value: 'FILE', doc: 'write a report: .md or .html' },
  'max-drop': {
    value: 'METRIC=SHARE',
    doc: 'end with 1 when a metric is lower than before by more; may be given several times',
    isRepeated: true,
  },
  json: { doc: 'write the figures as JSON' },
} as const;

export const runEvaluation: Command = {
  name: 'eval run',
  summary: 'ask a set of questions, and measure what was found and answered',
  details: [
    'The questions are a CSV file with a header, or JSON lines: question, documents (ids, slugs, paths, file names or',
    'titles), facts that the answer states ("42 hours|42 h" is one fact put in two ways), answerable (no: a refusal is',
    'right), groups of the person who asks, id. In CSV, ";" separates the parts of a list.',
    'Instead of a file, --set asks the questions of a set of the server, and --from-activity those of a month whose',
    'answers people liked: the documents that the answer then came from are expected.',
    `Metrics are ${metrics.join(', ')}, from 0 to 1, each with its 95 % interval. With several configurations or models,`,
    'each combination is a variant, and the first one is compared with the others. Exit code 1 when a gate (--min,',
    '--max-drop) is not passed, or a model failed: a check for continuous integration.',
  ],
  arguments: [{ value: 'FILE', doc: 'questions: .csv, or JSON lines', isOptional: true }],
  options: {
    ...boxOption,
    ...sourceOptions,
    configuration: { value: 'NAME', doc: 'search configuration; several make several variants', isRepeated: true },
    model: { value: 'MODEL', doc: 'generative model; several make several variants', isRepeated: true },
    'no-answers': { doc: 'only search: measures recall and ndcg' },
    k: { value: 'N', doc: 'documents that count for recall; 10 when absent' },
    top: { value: 'N', doc: 'paragraphs that are searched for; 20 when absent' },
    parallel: { value: 'N', doc: 'questions at the same time; 4 when absent' },
    out: { value: 'FILE', doc: 'store the run as JSON, to compare others with it' },
    baseline: { value: 'FILE', doc: 'a stored run to compare with' },
    min: {
      value: 'METRIC=SHARE',
      doc: 'end with 1 when a metric is lower; may be given several times',
      isRepeated: true,
    },
    ...reportOptions,
  },
  run: async (context) => {
    const { options, api, progress, signal } = context;
    const gates = gatesOf(options);
    const source = sourceOf(context);
    const before = await storedRun(textOption(options, 'baseline'));
    const kbid = await chosenBox(context);
    const { questions, name: file } = await source(kbid);
    const variants = chosenVariants(options);
    const [k, top] = [
      wholeOption(options, 'k', { min: 1, max: 100, otherwise: 10 }),
      wholeOption(options, 'top', { min: 1, max: 200, otherwise: 20 }),
    ];
    const concurrency = wholeOption(options, 'parallel', { min: 1, max: 32, otherwise: 4 });
    let done = 0;
    const onQuestion = () => progress.show(`${(done += 1)} of ${questions.length * variants.length} questions`);
    const asked = { kbid, k, top, asks: options['no-answers'] !== true, concurrency, signal, onQuestion };
    const results: VariantResult[] = [];
    await explainedAtStop(
      context,
      () => `${counted(done, 'question')} asked; nothing is stored.`,
      async () => {
        for (const variant of variants) results.push(await evaluate(api(), questions, variant, asked));
      },
    );
    const run: EvaluationRun = { format: 1, created: new Date().toISOString(), kb: kbid, file, k, variants: results };
    const out = textOption(options, 'out');
    if (out !== undefined) await writeFile(out, `${JSON.stringify(run)}\n`);
    return finish(context, { run, before, gates });
  },
};

export const listSets: Command = {
  name: 'eval sets',
  summary: 'list the sets of questions that a knowledge box keeps',
  details: ['The console makes them; "lectern eval run --set" asks their questions.'],
  options: { ...boxOption, ...jsonOption },
  run: async (context) => {
    const { api, options, print } = context;
    const { sets } = await api().call(listEvaluationSets, { params: { kbid: await chosenBox(context) } });
    for (const set of sets)
      print(
        options['json'] ? JSON.stringify(set) : `${set.id} ${oneLine(set.title)} (${counted(set.size, 'question')})`,
      );
    return exitCodes.done;
  },
};

export const compareEvaluations: Command = {
  name: 'eval compare',
  summary: 'compare two stored runs, question by question',
  details: ['p says how often chance alone makes as large a difference. Exit code 1 when --max-drop is exceeded.'],
  arguments: [
    { value: 'BEFORE', doc: 'a file of eval run --out' },
    { value: 'AFTER', doc: 'another one' },
  ],
  options: reportOptions,
  isLocal: true,
  run: async (context) => {
    const [before, run] = await Promise.all([storedRun(context.args[0]), storedRun(context.args[1])]);
    if (!before || !run) throw new UsageError('Give two runs');
    return finish(context, { run, before, gates: gatesOf(context.options) });
  },
};

interface Gate {
  readonly metric: Metric;
  readonly share: number;
}

interface Gates {
  readonly min: readonly Gate[];
  readonly maxDrop: readonly Gate[];
}

interface Finished {
  readonly run: EvaluationRun;
  readonly before: EvaluationRun | undefined;
  readonly gates: Gates;
}

async function finish(context: CommandContext, { run, before, gates }: Finished): Promise<ExitCode> {
  const { options, print, progress } = context;
  const report = textOption(options, 'report');
  const markdown = markdownOf(run, before);
  if (report !== undefined)
    await writeFile(report, /\.html?$/i.test(report) ? await htmlOf(markdown) : `${markdown}\n`);
  for (const line of options['json'] ? jsonLines(run) : summary(run, before)) print(line);
  const failures = failuresOf(run, before, gates);
  for (const failure of failures) progress.note(failure);
  const errors = run.variants.flatMap(({ questions }) => questions.filter(({ error }) => error !== undefined));
  if (errors.length > 0) progress.note(`${errors.length} questions have no answer: ${errors[0]?.error}`);
  return failures.length > 0 || errors.length > 0 ? exitCodes.notAsItShouldBe : exitCodes.done;
}

function jsonLines({ variants }: EvaluationRun): readonly string[] {
  return variants.map((variant) => {
    const figures = Object.fromEntries(metrics.map((metric) => [metric, estimate(variant, metric) ?? null]));
    return JSON.stringify({ variant: variant.name, questions: variant.questions.length, ...figures });
  });
}

function summary(run: EvaluationRun, before: EvaluationRun | undefined): readonly string[] {
  return run.variants.flatMap((variant) => {
    const was = before?.variants.find(({ name }) => name === variant.name) ?? before?.variants[0];
    const differences = was ? differencesOf(was, variant) : [];
    const lines = metrics.flatMap((metric) => {
      const found = estimate(variant, metric);
      if (!found) return [];
      const change = differences.find((one) => one.metric === metric);
      const versus = change ? `  before ${change.before.toFixed(3)}, p = ${change.p.toFixed(3)}` : '';
      const interval = `${found.low.toFixed(3)} to ${found.high.toFixed(3)}`;
      return [`  ${metric.padEnd(10)} ${found.mean.toFixed(3)}  (${interval}, ${found.count} questions)${versus}`];
    });
    return [`${variant.name}:`, ...lines];
  });
}

function failuresOf(run: EvaluationRun, before: EvaluationRun | undefined, { min, maxDrop }: Gates): readonly string[] {
  if (maxDrop.length > 0 && !before) throw new UsageError('--max-drop needs --baseline');
  return run.variants.flatMap((variant) => {
    const tooLow = min.flatMap(({ metric, share }) => {
      const value = estimate(variant, metric)?.mean;
      if (value === undefined) return [`${variant.name}: no question measures ${metric}`];
      return value < share ? [`${variant.name}: ${metric} is ${value.toFixed(3)}, below ${share}`] : [];
    });
    const was = before?.variants.find(({ name }) => name === variant.name) ?? before?.variants[0];
    const differences = was ? differencesOf(was, variant) : [];
    const dropped = maxDrop.flatMap(({ metric, share }) => {
      const found = differences.find((one) => one.metric === metric);
      if (!found) return [`${variant.name}: no question measures ${metric} in both runs`];
      const drop = found.before - found.after;
      return drop > share ? [`${variant.name}: ${metric} dropped by ${drop.toFixed(3)}, more than ${share}`] : [];
    });
    return [...tooLow, ...dropped];
  });
}

function gatesOf(options: Options): Gates {
  const gates = (name: string) => textsOption(options, name).map((text) => gateOf(name, text));
  return { min: gates('min'), maxDrop: gates('max-drop') };
}

function gateOf(name: string, text: string): Gate {
  const [metricName = '', value = ''] = text.split('=');
  const metric = metrics.find((one) => one === metricName);
  const share = Number(value);
  if (metric && value !== '' && share >= 0 && share <= 1) return { metric, share };
  throw new UsageError(`--${name} is METRIC=SHARE, such as recall=0.8, with one of ${metrics.join(', ')}; not ${text}`);
}

function chosenVariants(options: Options): readonly Variant[] {
  const variants = variantsOf(textsOption(options, 'configuration'), textsOption(options, 'model'));
  if (variants.length > VARIANTS_MAX) throw new UsageError(`At most ${VARIANTS_MAX} variants`);
  return variants;
}

async function storedRun(file: string | undefined): Promise<EvaluationRun | undefined> {
  if (file === undefined) return undefined;
  try {
    const run: Partial<EvaluationRun> = JSON.parse(await readFile(file, 'utf8'));
    if (run.format === 1 && Array.isArray(run.variants)) return run as EvaluationRun; // by its format
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`);
  }
  throw new UsageError(`${file} is not a run of "lectern eval run --out"`);
}
