import { useSyncExternalStore } from 'react';
import type { NamedStrategies, Source } from './addition';

const chosen = new Map<string, NamedStrategies>();
const listeners = new Set<() => void>();
const asUsual: NamedStrategies = {};

/** The strategies that are chosen for what is added to a box, while the page is open. */
export function strategiesOf(kbid: string): NamedStrategies {
  return chosen.get(kbid) ?? asUsual;
}

export function chooseStrategies(kbid: string, strategies: NamedStrategies): void {
  chosen.set(kbid, strategies);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChosenStrategies(kbid: string): NamedStrategies {
  return useSyncExternalStore(subscribe, () => strategiesOf(kbid));
}

/** As the interface names the strategies of a field. */
export function strategyMembers({ strategies: { extract, split } = asUsual }: Source) {
  return { ...(extract && { extract_strategy: extract }), ...(split && { split_strategy: split }) };
}
