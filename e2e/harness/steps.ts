/** What a server has done so far, as its metrics count it. */
export interface StepCounts {
  readonly statements: number;
  readonly indexCalls: number;
  readonly busCalls: number;
}

const metrics: Readonly<Record<keyof StepCounts, RegExp>> = {
  statements: /^lectern_database_statements_total (\S+)/gm,
  indexCalls: /^lectern_embedded_index_calls_total (\S+)/gm,
  busCalls: /^lectern_operation_seconds_count\{[^}]*\} (\S+)/gm,
};

export async function stepsOf(origin: string): Promise<StepCounts> {
  const text = await fetch(`${origin}/metrics`).then((answer) => answer.text());
  const count = (name: keyof StepCounts) =>
    [...text.matchAll(metrics[name])].reduce((sum, [, value]) => sum + Number(value), 0);
  return { statements: count('statements'), indexCalls: count('indexCalls'), busCalls: count('busCalls') };
}

/** Steps per request. */
export function stepsBetween(before: StepCounts, after: StepCounts, requests: number): StepCounts {
  const of = (name: keyof StepCounts) => (after[name] - before[name]) / requests;
  return { statements: of('statements'), indexCalls: of('indexCalls'), busCalls: of('busCalls') };
}
