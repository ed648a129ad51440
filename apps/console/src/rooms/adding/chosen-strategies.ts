import { useSyncExternalStore } from 'react';
import { queries } from '../../api/queries';
import { extractStrategiesQuery, splitStrategiesQuery } from '../../data/strategies';
import type { NamedStrategies, Source } from './addition';

const chosen = new Map<string, NamedStrategies>();
const listeners = new Set<() => void>();
const asUsual: NamedStrategies = {};

const choiceOf = (kbid: string) => chosen.get(kbid) ?? asUsual;

/** Whether a strategy has been deleted, as far as the page knows. */
const isGone = (id: string, strategies: readonly { readonly id: string }[] | undefined) =>
  strategies?.every((one) => one.id !== id) === true;

/** The strategies that are chosen for what is added to a box, without those that have been deleted since. */
export function strategiesOf(kbid: string): NamedStrategies {
  const { extract, split } = choiceOf(kbid);
  const extracts = queries.getQueryData(extractStrategiesQuery(kbid).queryKey);
  const splits = queries.getQueryData(splitStrategiesQuery(kbid).queryKey);
  return {
    ...(extract && !isGone(extract, extracts) && { extract }),
    ...(split && !isGone(split, splits) && { split }),
  };
}

/** For what is added until the page is loaded again. */
export function chooseStrategies(kbid: string, strategies: NamedStrategies): void {
  chosen.set(kbid, strategies);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenStrategies(kbid: string): NamedStrategies {
  return useSyncExternalStore(subscribe, () => choiceOf(kbid));
}

/** As the interface names the strategies of a field. */
export function strategyMembers({ strategies: { extract, split } = asUsual }: Source) {
  return { ...(extract && { extract_strategy: extract }), ...(split && { split_strategy: split }) };
}
