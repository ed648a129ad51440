import {
  type ExtractStrategy,
  listExtractStrategies,
  listSplitStrategies,
  type SplitStrategy,
} from '@lectern/contracts/understanding';
import { queryOptions } from '@tanstack/react-query';
import { atDoor } from '../api/at-door';
import { api } from '../api/client';

const extractOfBox = atDoor(listExtractStrategies, '/api/v1/kb/{kbid}/extract_strategies');
const splitOfBox = atDoor(listSplitStrategies, '/api/v1/kb/{kbid}/split_strategies');

/** A strategy of a box, with the id that documents name. */
export interface Kept<S> {
  readonly id: string;
  readonly config: S;
}

function byName<S extends { readonly name?: string | null }>(strategies: Readonly<Record<string, S>>): Kept<S>[] {
  const all = Object.entries(strategies).map(([id, config]) => ({ id, config }));
  return all.sort((one, other) => strategyName(one).localeCompare(strategyName(other)));
}

/** Programs need not name a strategy: its id does then. */
export function strategyName({ id, config }: Kept<{ readonly name?: string | null }>): string {
  return config.name || id;
}

/** How texts are taken out of documents of a box, by name. */
export const extractStrategiesQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'extract-strategies'],
    queryFn: async ({ signal }): Promise<readonly Kept<ExtractStrategy>[]> =>
      byName(await api.call(extractOfBox, { params: { kbid }, signal })),
  });

/** How texts of a box are cut into passages, by name. */
export const splitStrategiesQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'split-strategies'],
    queryFn: async ({ signal }): Promise<readonly Kept<SplitStrategy>[]> =>
      byName(await api.call(splitOfBox, { params: { kbid }, signal })),
  });
