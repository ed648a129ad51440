import {
  type IndexDifference,
  type IndexDifferences,
  type IndexRuns,
  type IndexWork,
  listIndexDifferences,
  startIndexRun,
} from '@lectern/contracts/knowledge-box';
import type { Command, CommandContext, Option } from './command';
import { type ExitCode, exitCodes } from './exit-code';
import { followRuns, readRuns } from './index-runs';
import { counted, duration } from './progress-line';

const works: readonly IndexWork[] = ['rebuild', 'verify'];
const boxOption: Readonly<Record<string, Option>> = {
  kb: { value: 'ID', doc: 'one knowledge box; all of the zone when absent' },
};
const generalOptions: Readonly<Record<string, Option>> = {
  ...boxOption,
  json: { doc: 'write the result as JSON, one object a line' },
};

export const rebuildIndex: Command = {
  name: 'index rebuild',
  summary: 'put everything into the indexes again, from the database',
  details: [
    'Reads and writes continue, and searches find everything throughout. The server does the work: when this command',
    'is interrupted, or the server is, it continues by itself, and the same command shows its progress.',
  ],
  options: {
    ...generalOptions,
    'from-empty': { doc: 'drop all entries first: for damaged indexes; searches find only resources put again' },
    'no-wait': { doc: 'do not wait until it is done' },
  },
  run: async (context) => {
    const runs = await startAndFollow('rebuild', context);
    if (context.options['json']) context.print(JSON.stringify(runs));
    else context.print(rebuilt(runs));
    return reportFailures(runs, context);
  },
};

export const verifyIndex: Command = {
  name: 'index verify',
  summary: 'compare the indexes with the database, and name each difference',
  details: [
    'Versions, numbers of paragraphs and contents of every resource. Writes during the run are not differences.',
    'Each difference is a line: knowledge box, index, resource, kind of difference.',
  ],
  options: { ...generalOptions, 'no-wait': { doc: 'do not wait until it is done; differences are not named then' } },
  run: async (context) => {
    const runs = await startAndFollow('verify', context);
    const { json, 'no-wait': noWait } = context.options;
    if (!noWait)
      for await (const difference of differences(context)) {
        context.print(json ? JSON.stringify(difference) : named(difference));
      }
    if (json) context.print(JSON.stringify(runs));
    else for (const line of verified(runs)) context.print(line);
    const failed = reportFailures(runs, context);
    if (runs.differences > 0) context.progress.note('To put what differs again from the database, run "index rebuild"');
    return runs.differences > 0 ? exitCodes.notAsItShouldBe : failed;
  },
};

export const showIndexRuns: Command = {
  name: 'index status',
  summary: 'tell how far the last rebuild and the last verification are',
  details: ['Of those that failed or differ first, at most 100 knowledge boxes each are named.'],
  options: generalOptions,
  run: async (context) => {
    for (const work of works) {
      const runs = await readRuns(work, context);
      if (context.options['json']) context.print(JSON.stringify(runs));
      else for (const line of status(runs)) context.print(line);
    }
    return exitCodes.done;
  },
};

async function startAndFollow(work: IndexWork, context: CommandContext): Promise<IndexRuns> {
  const { kb, 'from-empty': fromEmpty, 'no-wait': noWait } = context.options;
  const body = { kb: typeof kb === 'string' ? kb : null, from_empty: fromEmpty === true };
  const started = await context.api().call(startIndexRun, { params: { work }, body });
  return noWait ? started : followRuns(started, context);
}

/** Differences are written beside the result. */
function reportFailures({ runs, knowledge_boxes: { failed } }: IndexRuns, { progress }: CommandContext): ExitCode {
  for (const { kb, error } of runs.filter(({ state }) => state === 'failed')) progress.note(`${kb} failed: ${error}`);
  return failed > 0 ? exitCodes.notAsItShouldBe : exitCodes.done;
}

async function* differences({ api, options: { kb } }: CommandContext): AsyncGenerator<IndexDifference> {
  const box = typeof kb === 'string' ? kb : undefined;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: IndexDifferences = await api().call(listIndexDifferences, { query: { kb: box, cursor } });
    yield* page.differences;
    cursor = page.cursor;
  }
}

function named({ kb, index, resource, problem, expected, held }: IndexDifference): string {
  const entry = (what: IndexDifference['held']) =>
    what ? `version ${what.version} with ${counted(what.paragraphs, 'paragraph')}` : 'nothing';
  const said = `${kb} ${index} ${resource} ${problem}`;
  if (problem === 'content')
    return `${said}: the texts, labels, dates or vectors that are held differ from the database`;
  return `${said}: ${entry(expected)} expected, ${entry(held)} held`;
}

function rebuilt({ knowledge_boxes: boxes, resources, removed }: IndexRuns): string {
  const unfinished = boxes.waiting + boxes.running;
  if (unfinished > 0) return `${counted(unfinished, 'knowledge box', 'knowledge boxes')} to be rebuilt`;
  const put = `${counted(resources.done, 'resource')} put, ${removed.toLocaleString('en')} removed`;
  return `${counted(boxes.done, 'knowledge box', 'knowledge boxes')} rebuilt: ${put}`;
}

function verified({ knowledge_boxes: boxes, runs, differences }: IndexRuns): readonly string[] {
  const unfinished = boxes.waiting + boxes.running;
  if (unfinished > 0) return [`${counted(unfinished, 'knowledge box', 'knowledge boxes')} to be verified`];
  const lines = runs.flatMap(({ kb, indexes }) =>
    indexes.map(({ index, expected, held, damage }) => {
      if (damage) return `${kb} ${index}: cannot be read and is filled again: ${damage}`;
      const count = ({ resources, paragraphs }: typeof held) =>
        `${counted(resources, 'resource')} and ${counted(paragraphs, 'paragraph')}`;
      return `${kb} ${index}: ${count(expected)} expected, ${count(held)} held`;
    }),
  );
  const found = differences === 0 ? 'no differences' : counted(differences, 'difference');
  return [...lines, `${counted(boxes.done, 'knowledge box', 'knowledge boxes')} verified: ${found}`];
}

function status({ work, runs, knowledge_boxes: boxes, eta_s: eta }: IndexRuns): readonly string[] {
  const states = (['waiting', 'running', 'done', 'failed'] as const).map((state) => `${boxes[state]} ${state}`);
  const left = boxes.waiting + boxes.running > 0 && eta !== null ? `; ${duration(eta)} left` : '';
  const lines = runs.map(({ kb, state, resources, differences, error }) => {
    const found = work === 'verify' && state === 'done' ? `, ${counted(differences, 'difference')}` : '';
    return `${kb} ${work} ${state}: ${resources.done} of ${resources.total}${found}${error ? `; ${error}` : ''}`;
  });
  return [`${work}: ${states.join(', ')}${left}`, ...lines];
}
