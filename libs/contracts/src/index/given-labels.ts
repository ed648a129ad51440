import type { IndexedResource } from './paragraph';

/** The labels of labelsets that users and agents give to fields and single paragraphs of a resource: all of them. */
export interface GivenLabels {
  /** By field (`t/body`): paths that each of its paragraphs carries. */
  readonly ofFields: ReadonlyMap<string, readonly string[]>;
  /** By id of the paragraph. */
  readonly ofParagraphs: ReadonlyMap<string, readonly string[]>;
}

/** A change of a resource for an index, when the texts stay the same. */
export interface IndexUpdate extends IndexedResource {
  /** Replaces the labels of labelsets that its paragraphs carry; absent when these stay, too. */
  readonly given?: GivenLabels;
}

/** A paragraph by what decides which labels it is given. */
export interface LabelledPart {
  readonly id: string;
  readonly field: string;
}

const GIVEN = /^\/f?l(?:\/|$)/;

/** Whether a label of a paragraph was given to it or to its field, or is the path above such labels. */
export function isGivenLabel(path: string): boolean {
  return GIVEN.test(path);
}

/** The labels that are given to a paragraph. */
export function labelsGivenTo({ id, field }: LabelledPart, { ofFields, ofParagraphs }: GivenLabels): readonly string[] {
  const [ofField = [], own = []] = [ofFields.get(field), ofParagraphs.get(id)];
  return own.length > 0 ? [...ofField, ...own] : ofField;
}

/** The labels of a paragraph with those that are given to it now. */
export function relabelled(
  part: LabelledPart & { readonly labels: readonly string[] },
  given: GivenLabels | undefined,
): readonly string[] {
  if (!given) return part.labels;
  return [...part.labels.filter((path) => !isGivenLabel(path)), ...labelsGivenTo(part, given)];
}
