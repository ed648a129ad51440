import {
  addExtractStrategy,
  addSplitStrategy,
  disableExtractStrategy,
  disableSplitStrategy,
  type ExtractStrategy,
  type SplitStrategy,
} from '@lectern/contracts/understanding';
import { useMutation } from '@tanstack/react-query';
import { atDoor } from '../../api/at-door';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { extractStrategiesQuery, splitStrategiesQuery } from '../../data/strategies';

const box = '/api/v1/kb/{kbid}';
const addExtract = atDoor(addExtractStrategy, `${box}/extract_strategies`);
const addSplit = atDoor(addSplitStrategy, `${box}/split_strategies`);
const removeExtract = atDoor(disableExtractStrategy, `${box}/extract_strategies/strategy/{strategy_id}`);
const removeSplit = atDoor(disableSplitStrategy, `${box}/split_strategies/strategy/{strategy_id}`);

/** Also after a refusal: somebody else may have changed the list. */
const reread = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => ({
  onSettled: () => queries.invalidateQueries({ queryKey }),
});

export function useAddExtract(kbid: string) {
  return useMutation({
    mutationFn: (body: ExtractStrategy) => api.call(addExtract, { params: { kbid }, body }),
    ...reread(extractStrategiesQuery(kbid)),
  });
}

export function useAddSplit(kbid: string) {
  return useMutation({
    mutationFn: (body: SplitStrategy) => api.call(addSplit, { params: { kbid }, body }),
    ...reread(splitStrategiesQuery(kbid)),
  });
}

export function useRemoveExtract(kbid: string) {
  return useMutation({
    mutationFn: (strategy_id: string) => api.call(removeExtract, { params: { kbid, strategy_id } }),
    ...reread(extractStrategiesQuery(kbid)),
  });
}

export function useRemoveSplit(kbid: string) {
  return useMutation({
    mutationFn: (strategy_id: string) => api.call(removeSplit, { params: { kbid, strategy_id } }),
    ...reread(splitStrategiesQuery(kbid)),
  });
}
