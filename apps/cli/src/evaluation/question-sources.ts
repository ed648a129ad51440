import {
  type ActivityQuery,
  type ActivityRow,
  getEvaluationSet,
  listEvaluationSets,
  queryActivity,
} from '@lectern/contracts/search';
import type { Sent } from '@lectern/client';
import type { ExpectedQuestion } from '@lectern/evaluation';
import type { Api } from '../api';
import type { CommandContext } from '../command';
import { UsageError } from '../exit-code';
import { textOption } from '../program';
import { readQuestions } from './question-set';

const PAGE = 100;
/** Questions of a month, the newest. */
const ASKED_MAX = 500;

/** Where the questions of a run are from, besides a file. */
export const sourceOptions = {
  set: { value: 'TITLE', doc: 'instead of a file: a set of the knowledge box, by title or id' },
  'from-activity': {
    value: 'MONTH',
    doc: 'instead of a file: questions of a month, as 2026-05, whose answers were liked',
  },
} as const;

/** Questions, and the name of their source for reports. */
export interface NamedQuestions {
  readonly name: string;
  readonly questions: readonly ExpectedQuestion[];
}

/** Reads questions from where the arguments say. @throws UsageError unless they name one source */
export function sourceOf({ args, options, api }: CommandContext): (kbid: string) => Promise<NamedQuestions> {
  const [file] = args;
  const [set, month] = [textOption(options, 'set'), textOption(options, 'from-activity')];
  if ([file, set, month].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Give one of FILE, --set and --from-activity');
  if (set !== undefined) return (kbid) => questionsOfSet(api(), kbid, set);
  if (file !== undefined) return async () => ({ name: file, questions: await readQuestions(file) });
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')) throw new UsageError('--from-activity is a month, such as 2026-05');
  return (kbid) => likedQuestions(api(), kbid, month ?? '');
}

async function questionsOfSet(api: Api, kbid: string, name: string): Promise<NamedQuestions> {
  const { sets } = await api.call(listEvaluationSets, { params: { kbid } });
  const found = sets.filter(({ id, title }) => id === name || title === name);
  const [set] = found;
  if (!set || found.length > 1) {
    const known = sets.map(({ title }) => JSON.stringify(title)).join(', ') || 'none';
    throw new UsageError(`${found.length} sets are named ${JSON.stringify(name)}; there are: ${known}`);
  }
  const { questions } = await api.call(getEvaluationSet, { params: { kbid, set_id: set.id } });
  if (questions.length === 0) throw new UsageError(`The set ${JSON.stringify(name)} has no questions`);
  return {
    name: set.title,
    questions: questions.map(({ id, question, documents, facts, answerable, groups }) => ({
      id,
      question,
      documents: new Map(documents.map((document) => [document, 1])),
      facts: facts.map((fact) => fact.split('|').map((way) => way.trim())),
      isAnswerable: answerable,
      ...(groups.length > 0 && { groups }),
    })),
  };
}

/** The document that the answer was made from before all others is expected. */
async function likedQuestions(api: Api, kbid: string, month: string): Promise<NamedQuestions> {
  const questions = new Map<string, ExpectedQuestion>();
  for await (const { id, question, retrieved_context: context, security } of likedRows(api, kbid, month)) {
    const rid = context?.[0]?.text_block_id.split('/')[0];
    if (!question || !rid || questions.has(question)) continue;
    const groups = security?.groups ?? [];
    const documents = new Map([[rid, 1]]);
    const rest = { facts: [], isAnswerable: true, ...(groups.length > 0 && { groups }) };
    questions.set(question, { id: String(id), question, documents, ...rest });
  }
  if (questions.size === 0) throw new UsageError(`Nobody liked an answer in ${month}`);
  return { name: `activity of ${month}`, questions: [...questions.values()] };
}

async function* likedRows(api: Api, kbid: string, month: string): AsyncGenerator<ActivityRow> {
  const show = ['question', 'retrieved_context', 'security'];
  const filters = { feedback_good: { eq: true }, status: { eq: '0' } };
  let before: number | undefined;
  let read = 0;
  for (let count = PAGE; count === PAGE && read < ASKED_MAX; read += count) {
    const pagination: { limit: number; ending_before?: number } = {
      limit: PAGE,
      ...(before !== undefined && { ending_before: before }),
    };
    const body: Sent<ActivityQuery> = { year_month: month, show, filters, pagination };
    count = 0;
    for await (const { row } of api.stream(queryActivity, { params: { kbid, event_type: 'ask' }, body })) {
      if (!row) continue;
      count += 1;
      before = row.id;
      yield row;
    }
  }
}
