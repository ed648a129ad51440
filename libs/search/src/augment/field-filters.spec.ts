import type { AugmentedField, FieldsOfResourceAugment } from '@lectern/contracts/search';
import { isFieldWanted, typesWanted } from './field-filters';

const rid = 'a'.repeat(32);
const field = (id: string, field_type: AugmentedField['field_type'] = 'text'): AugmentedField => ({
  id: `${rid}/${id}`,
  resource: rid,
  field_type,
});
const all = [
  field('t/note'),
  field('t/da-summary-t-note'),
  field('t/da-summary-t'),
  field('t/da-author-f-0-0'),
  field('c/da-facts-t-note', 'conversation'),
  field('f/da-summary-t-note', 'file'),
];
const wanted = (filters: FieldsOfResourceAugment['filters']) =>
  all.filter((one) => isFieldWanted(one, filters)).map(({ id }) => id.slice(33));
const generated = { prop: 'generated', by: 'data-augmentation' } as const;

describe('fields of a resource', () => {
  it('are all without filters, and those of a type or name with one', () => {
    expect(wanted([])).toHaveLength(all.length);
    expect(wanted([{ prop: 'field', type: 'file' }])).toEqual(['f/da-summary-t-note']);
    expect(wanted([{ prop: 'field', type: 'text', name: 'note' }])).toEqual(['t/note']);
    expect(wanted([{ prop: 'field', type: 'text', name: 'ote' }])).toEqual([]);
  });

  it('are those that data augmentation made, or one of its tasks', () => {
    expect(wanted([generated])).toEqual(['t/da-summary-t-note', 't/da-author-f-0-0', 'c/da-facts-t-note']);
    expect(wanted([{ ...generated, da_task: 'summary' }])).toEqual(['t/da-summary-t-note']);
    expect(wanted([{ ...generated, da_task: 'summ' }])).toEqual([]);
    expect(
      wanted([
        { ...generated, da_task: 'author' },
        { prop: 'field', type: 'text', name: 'note' },
      ]),
    ).toEqual(['t/note', 't/da-author-f-0-0']);
  });

  it('are read of the types that may fit', () => {
    expect(typesWanted([generated]).toSorted()).toEqual(['conversation', 'text']);
    expect(
      typesWanted([
        { prop: 'field', type: 'link' },
        { prop: 'field', type: 'link', name: 'a' },
      ]),
    ).toEqual(['link']);
    expect(typesWanted([])).toHaveLength(6);
  });
});
