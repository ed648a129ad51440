import type { TracedContext, TracedRetrieval } from '@lectern/contracts/search';

/** Stages of a search in their order. */
export const stages = ['keyword', 'semantic', 'graph', 'fused', 'ranked'] as const;
export type Stage = (typeof stages)[number];

/** A passage on its way through a search. */
export interface Candidate {
  readonly id: string;
  /** Its place at each stage that it reached, from 1. */
  readonly places: Readonly<Partial<Record<Stage, number>>>;
  /** Whether the model got it. */
  readonly isGiven: boolean;
}

/** Passages of a search: those that were shown by their last place, then those that were left out by their best one. */
export function candidatesOf(retrieval: TracedRetrieval, context: readonly TracedContext[]): readonly Candidate[] {
  const given = new Set(context.map(({ key }) => key));
  const places = new Map<string, Partial<Record<Stage, number>>>();
  for (const stage of stages) {
    retrieval[stage].forEach(({ id }, index) => places.set(id, { ...places.get(id), [stage]: index + 1 }));
  }
  const all = [...places].map(([id, own]): Candidate => ({ id, places: own, isGiven: given.has(id) }));
  const last = ({ places: own }: Candidate) => own.ranked ?? Infinity;
  const best = ({ places: own }: Candidate) => Math.min(...Object.values(own));
  return all.toSorted((a, b) => (last(a) === last(b) ? best(a) - best(b) : last(a) - last(b)));
}

/** Stages with at least one passage. */
export function stagesOf(retrieval: TracedRetrieval): readonly Stage[] {
  return stages.filter((stage) => retrieval[stage].length > 0);
}
