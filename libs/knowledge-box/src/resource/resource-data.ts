import { type FieldData, fieldTypeOfLetter, type ResourceData } from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/knowledge-box-rows';
import { type Long, LongObject } from '../document/long';
import { fieldData, type StoredField } from '../field/field-document';
import { genericData } from '../field/generic-field';
import type { Shown } from './resource-document';

/** Kinds of fields that have rows, in the order in which they are shown, with the members that they are in. */
const memberOfLetter = { t: 'texts', f: 'files', u: 'links', c: 'conversations', k: 'key_values' } as const;
export type StoredLetter = keyof typeof memberOfLetter;
const storedLetters: readonly StoredLetter[] = ['t', 'f', 'u', 'c', 'k'];

type Fields = Readonly<Record<string, FieldData>>;

/** Whether a resource is shown with a member `data` at all. */
export function showsData({ show, fieldTypes }: Shown): boolean {
  return show.includes('errors') || ((show.includes('values') || show.includes('extracted')) && fieldTypes.length > 0);
}

/** `data` of a resource of which all fields were read. */
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

/** The same, while its fields are read: those of a kind in groups. */
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

/** Which kinds of stored fields are shown. */
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

/** Fields that a resource has in its own row. */
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
