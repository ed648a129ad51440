import type { Labelset, LabelsetPayload, LabelsetTarget } from '@lectern/contracts/knowledge-box';
import { storable } from '@lectern/database';
import type { LabelsetEntity } from './labelset.entity';

/** The row for a payload; a labelset without a title uses its id as title. */
export function labelsetRow(
  { kbid, labelset: id }: LabelsetTarget,
  { title, color, multiple, kind, labels }: LabelsetPayload,
): LabelsetEntity {
  const members = {
    title: title ?? id,
    color,
    multiple,
    kind: [...new Set(kind)],
    labels: labels.map((label) => ({
      title: label.title,
      related: label.related ?? null,
      text: label.text ?? null,
      uri: label.uri ?? null,
    })),
  };
  return { kbid, id, ...storable(members) };
}

/** A labelset in the form of the interface. */
export function labelsetDocument({ title, color, multiple, kind, labels }: LabelsetEntity): Labelset {
  return { title, color, multiple, kind, labels };
}
