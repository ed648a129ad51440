import { type LearningConfigurationRecord, updateKnowledgeBoxConfiguration } from '@lectern/contracts/understanding';
import type { UserKeys } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { boxModelsQuery, learningQuery, learningSchemaQuery } from '../../data/box-models';

type StoredKeys = Readonly<Record<string, object | null>>;

/** Keys of a box by provider, secrets masked. */
export function storedKeys({ user_keys: keys }: LearningConfigurationRecord): StoredKeys {
  const own = Object.entries(keys ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(own);
}

/** A change of the keys of one provider. */
interface KeyChange {
  readonly provider: string;
  /** Undefined: they are removed. */
  readonly keys: Readonly<Record<string, unknown>> | undefined;
}

/** Those of other providers are sent back masked, which keeps them. */
function changedKeys(record: LearningConfigurationRecord, { provider, keys }: KeyChange): UserKeys | null {
  const { [provider]: _, ...others } = storedKeys(record);
  const all = { ...others, ...(keys && { [provider]: keys }) };
  // The API checks it, and says what is wrong.
  return Object.keys(all).length === 0 ? null : (all as UserKeys);
}

/** Stores or removes the keys of a provider. */
export function useSaveKeys(kbid: string, record: LearningConfigurationRecord) {
  return useMutation({
    mutationFn: (change: KeyChange) =>
      api.call(updateKnowledgeBoxConfiguration, {
        params: { kbid },
        body: { user_keys: changedKeys(record, change) },
      }),
    onSuccess: async () => {
      const changed = [learningQuery(kbid), learningSchemaQuery(kbid), boxModelsQuery(kbid)];
      await Promise.all(changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
    },
  });
}
