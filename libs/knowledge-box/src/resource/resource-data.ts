import { type FieldData, fieldTypeOfLetter, type ResourceData } from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';
import { type Long, LongObject } from '../document/long';
import { fieldData, type StoredField } from '../field/field-document';
import { genericData } from '../field/generic-field';
import type { Shown } from './resource-document';

/** Kinds of stored fields in display order, with their members in the interface. */
const memberOfLetter = { t: 'texts', f: 'files', u: 'links', c: 'conversations', k: 'key_values' } as const;
export type StoredLetter = keyof typeof memberOfLetter;
const storedLetters: readonly StoredLetter[] = ['t', 'f', 'u', 'c', 'k'];

type Fields = Readonly<Record<string, FieldData>>;

/** Whether to show the member `data` of a resource. */
export function showsData({ show, fieldTypes }: Shown): boolean {
  return show.includes('errors') || ((show.includes('values') || show.includes('extracted')) && fieldTypes.length > 0);
}

/** `data` of a resource whose fields have all been read. */
export function resourceData(
  resource: ResourceEntity,
  fields: readonly StoredField[],
  shown: Shown,
): Long<ResourceData> {
  const ofLetter = Map.groupBy(fields, ({ field }) => field.letter);
  const members = shownLetters(shown).flatMap((letter) => {
    const own = ofLetter.get(letter);
    return own ? [[memberOfLetter[letter], fieldsById(resource, own, shown)] as const] : [];
  });
  return { ...Object.fromEntries(members), ...generics(resource, shown) };
}

/** The same with lazily read fields, in groups per kind. */
export function longResourceData(
  resource: ResourceEntity,
  shown: Shown,
  read: (letter: StoredLetter) => AsyncGenerator<readonly StoredField[]>,
): Long<ResourceData> {
  return new LongObject<Long<ResourceData[keyof ResourceData]>>(async function* () {
    for (const letter of shownLetters(shown)) {
      const groups = read(letter);
      const first = await groups.next();
      if (!first.done)
        yield {
          [memberOfLetter[letter]]: longFields(first.value, groups, (some) => fieldsById(resource, some, shown)),
        };
    }
    yield generics(resource, shown);
  });
}

function longFields(
  first: readonly StoredField[],
  rest: AsyncIterable<readonly StoredField[]>,
  byId: (fields: readonly StoredField[]) => Readonly<Record<string, Long<FieldData>>>,
): Long<Fields> {
  return new LongObject(async function* () {
    yield byId(first);
    for await (const group of rest) yield byId(group);
  });
}

/** The kinds of stored fields to show. */
export function shownLetters({ fieldTypes }: Shown): readonly StoredLetter[] {
  return storedLetters.filter((letter) => fieldTypes.includes(fieldTypeOfLetter[letter]));
}

function fieldsById(
  { annotations }: ResourceEntity,
  fields: readonly StoredField[],
  shown: Shown,
): Readonly<Record<string, Long<FieldData>>> {
  return Object.fromEntries(fields.map((stored) => [stored.field.id, fieldData(stored, { ...shown, annotations })]));
}

/** Fields stored in the row of the resource. */
function generics(resource: ResourceEntity, shown: Shown): { readonly generics?: Long<ResourceData['generics']> } {
  if (!shown.fieldTypes.includes('generic')) return {};
  const wanted = {
    hasValue: shown.show.includes('values'),
    hasStatus: shown.show.includes('errors'),
    ...(shown.show.includes('extracted') && { extracted: shown.extracted }),
    ...(shown.genericVectors && { vectors: shown.genericVectors }),
  };
  const summary = resource.summary !== '' && { summary: genericData(resource, 'summary', wanted) };
  return { generics: { title: genericData(resource, 'title', wanted), ...summary } };
}
