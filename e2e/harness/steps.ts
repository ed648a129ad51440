/** What a server has done so far, as its metrics count it. */
export interface StepCounts {
  readonly statements: number;
  readonly indexCalls: number;
  readonly busCalls: number;
  /** Values that the bus copied or serialised. */
  readonly clones: number;
  readonly clonedBytes: number;
}

const metrics: Readonly<Record<keyof StepCounts, RegExp>> = {
  statements: /^lectern_database_statements_total (\S+)/gm,
  indexCalls: /^lectern_embedded_index_calls_total (\S+)/gm,
  busCalls: /^lectern_operation_seconds_count\{[^}]*\} (\S+)/gm,
  clones: /^lectern_bus_cloned_values_total (\S+)/gm,
  clonedBytes: /^lectern_bus_cloned_bytes_total (\S+)/gm,
};

export async function stepsOf(origin: string): Promise<StepCounts> {
  const text = await fetch(`${origin}/metrics`).then((answer) => answer.text());
  return forEach((name) => {
    const values = [...text.matchAll(metrics[name])].map(([, value]) => Number(value));
    // A figure under another name would be no step at all.
    if (values.length === 0) throw new Error(`The metrics of ${origin} do not say: ${name}`);
    return values.reduce((sum, value) => sum + value, 0);
  });
}

/** Steps per request. */
export function stepsBetween(before: StepCounts, after: StepCounts, requests: number): StepCounts {
  return forEach((name) => (after[name] - before[name]) / requests);
}

function forEach(of: (name: keyof StepCounts) => number): StepCounts {
  return {
    statements: of('statements'),
    indexCalls: of('indexCalls'),
    busCalls: of('busCalls'),
    clones: of('clones'),
    clonedBytes: of('clonedBytes'),
  };
}
