import { type Classification, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { LongField } from '@lectern/indexing';
import { fieldOfSplit, type ResourceEntity } from '@lectern/resource-store';
import { hasLabel } from './trainset-filter';
import type { TrainsetLabel } from './trainset-messages';

/** The requested labels of a resource. */
export function labelsOfResource(
  { classifications }: Pick<ResourceEntity, 'classifications'>,
  wanted: readonly string[],
): readonly TrainsetLabel[] {
  return chosen(classifications, wanted, 'RESOURCE');
}

/**
 * Labels given by users to the paragraphs of a field, by paragraph id.
 *
 * @param wanted the requested labels; all if absent
 */
export function labelsOfParagraphs(
  { annotations }: Pick<ResourceEntity, 'annotations'>,
  { letter, id }: Pick<LongField, 'letter' | 'id'>,
  wanted?: readonly string[],
): ReadonlyMap<string, readonly TrainsetLabel[]> {
  const byKey = new Map<string, readonly TrainsetLabel[]>();
  for (const { field, paragraphs } of annotations) {
    if (field.field_type !== fieldTypeOfLetter[letter] || field.field !== fieldOfSplit(id)) continue;
    for (const { key, classifications } of paragraphs) {
      const labels = chosen(classifications, wanted, 'PARAGRAPH');
      if (labels.length > 0) byKey.set(key, [...(byKey.get(key) ?? []), ...labels]);
    }
  }
  return byKey;
}

/** Labels below one of `wanted` that have not been cancelled. */
function chosen(
  classifications: readonly Classification[],
  wanted: readonly string[] | undefined,
  origin: TrainsetLabel['origin'],
): readonly TrainsetLabel[] {
  return classifications
    .filter(({ cancelled_by_user: isCancelled }) => !isCancelled)
    .filter(({ labelset, label }) => {
      const isBelow = (name: string) => hasLabel([`/l/${labelset}/${label}`], `/l/${name.replace(/^\/+/, '')}`);
      return wanted?.some(isBelow) ?? true;
    })
    .map(({ labelset, label }) => ({ labelset, label, origin }));
}
