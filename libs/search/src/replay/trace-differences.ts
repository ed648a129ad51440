import type { StageChange, StageDifferences, TracedRetrieval, TracedScore } from '@lectern/contracts/search';
import { isDeepStrictEqual } from 'node:util';
import type { AskTrace, TracedEntry } from '@lectern/activity';

/** Maximum number of differences of each kind listed per stage. */
const LISTED_MAX = 50;
/** Scores that differ by less are equal: sums of floats depend on how computations were batched. */
const SCORE_TOLERANCE = 1e-5;
const stages = ['keyword', 'semantic', 'graph', 'fused', 'ranked'] as const;

/** The differences between two traces of one question, stage by stage; empty when they are equal. */
export function traceDifferences(before: AskTrace, after: AskTrace): StageDifferences[] {
  const searches = Array.from({ length: Math.max(before.retrievals.length, after.retrievals.length) }, (_, at) =>
    retrievalDifferences(before.retrievals[at], after.retrievals[at], at),
  );
  const context = listDifferences(before.context, after.context, { idOf: entryKey, change: textChange });
  return [...searches.flat(), ...(context ? [{ stage: 'context', retrieval: null, ...context }] : [])];
}

type Lists = Pick<StageDifferences, 'added' | 'removed' | 'changed'>;

function retrievalDifferences(
  before: TracedRetrieval = nothing,
  after: TracedRetrieval = nothing,
  retrieval: number,
): StageDifferences[] {
  const parameters = valueChanges(
    { query: before.query, ...before.parameters },
    { query: after.query, ...after.parameters },
  );
  const lists = stages.flatMap((stage) => {
    const found = listDifferences(before[stage], after[stage], { idOf, change: scoreChange });
    return found ? [{ stage, retrieval, ...found }] : [];
  });
  if (parameters.length === 0) return lists;
  return [{ stage: 'parameters', retrieval, added: [], removed: [], changed: parameters }, ...lists];
}

const nothing: TracedRetrieval = {
  query: '',
  parameters: {},
  keyword: [],
  semantic: [],
  graph: [],
  fused: [],
  ranked: [],
  warnings: [],
};

function valueChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): StageChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((id) => {
    // One of the traces has been serialised to JSON.
    const [was, is] = [plainJson(before[id]), plainJson(after[id])];
    return isDeepStrictEqual(was, is) ? [] : [{ id, what: 'value' as const, before: was, after: is }];
  });
}

function plainJson(value: unknown): unknown {
  if (value === undefined) return null;
  const parsed: unknown = JSON.parse(JSON.stringify(value));
  return parsed;
}

interface Comparison<T> {
  readonly idOf: (one: T) => string;
  readonly change: (before: T, after: T) => StageChange | undefined;
}

/** Undefined when both lists are equal. */
function listDifferences<T>(
  before: readonly T[],
  after: readonly T[],
  { idOf: id, change }: Comparison<T>,
): Lists | undefined {
  const [was, is] = [byId(before, id), byId(after, id)];
  const added = [...is.keys()].filter((one) => !was.has(one));
  const removed = [...was.keys()].filter((one) => !is.has(one));
  const common = [...is.keys()].filter((one) => was.has(one));
  const orderBefore = new Map([...was.keys()].filter((one) => is.has(one)).map((one, order) => [one, order]));
  const changed = common.flatMap((one, order) => {
    const [old, now] = [was.get(one), is.get(one)];
    const other = old !== undefined && now !== undefined ? change(old, now) : undefined;
    const earlier = orderBefore.get(one);
    const moved = earlier !== order ? [{ id: one, what: 'place' as const, before: earlier, after: order }] : [];
    return [...(other ? [other] : []), ...moved];
  });
  if (added.length + removed.length + changed.length === 0) return undefined;
  const cut = <L>(list: readonly L[]) => list.slice(0, LISTED_MAX);
  return { added: cut(added), removed: cut(removed), changed: cut(changed) };
}

function byId<T>(list: readonly T[], id: (one: T) => string): Map<string, T> {
  return new Map(list.map((one) => [id(one), one]));
}

function scoreChange(before: TracedScore, after: TracedScore): StageChange | undefined {
  if (Math.abs(before.score - after.score) <= SCORE_TOLERANCE * Math.max(1, Math.abs(before.score))) return undefined;
  return { id: after.id, what: 'score', before: before.score, after: after.score };
}

function textChange(before: TracedEntry, after: TracedEntry): StageChange | undefined {
  if (before.digest === after.digest) return undefined;
  return { id: after.key, what: 'text', before: before.digest, after: after.digest };
}

function idOf({ id }: TracedScore): string {
  return id;
}

function entryKey({ key }: TracedEntry): string {
  return key;
}
