import type { Resource } from '@lectern/contracts/knowledge-box';
import { paragraphEntry, userEntries } from './context-entry';
import { storedParagraph } from './stored-paragraph.fixture';
import {
  allFieldsOf,
  extendedEntries,
  extendedFieldsOf,
  fieldEntries,
  resourcesToExpand,
  wholeResourceEntries,
} from './whole-fields';

const textOf = (text: string, messages: Record<string, string> = {}) => ({
  extracted: { text: { text, split_text: messages, deleted_splits: [] } },
});
const resource: Resource = {
  id: 'r1',
  title: 'Tides',
  data: {
    texts: {
      a: textOf('A'),
      ab: textOf('AB'),
      'da-gist-t-a': textOf('G'),
      'da-gists-t-a': textOf('GS'),
      empty: textOf(' '),
    },
    conversations: { c: textOf('', { m1: 'Hello', m2: 'Bye' }) },
    generics: { title: textOf('Tides') },
  },
};
const resources = { r1: resource };
const found = [storedParagraph('r1/t/ab/0-2'), storedParagraph('r2/t/a/0-2'), storedParagraph('r1/t/a/0-1')];
const entries = [...userEntries(['Mine']), ...found.map((one) => paragraphEntry(one))];
const keysOf = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);

describe('whole fields', () => {
  it('are all that have a text, title and summary first, conversations message by message', () => {
    const fields = fieldEntries(allFieldsOf(resource), resources, 'full_resource');
    expect(keysOf(fields)).toEqual([
      'r1/a/title',
      'r1/t/a',
      'r1/t/ab',
      'r1/t/da-gist-t-a',
      'r1/t/da-gists-t-a',
      'r1/c/c',
    ]);
    expect(fields.at(-1)?.text).toBe('Hello\nBye');
  });

  it('are those that are named, and those that were generated under a prefix', () => {
    const named = {
      name: 'field_extension',
      fields: ['/t/a/', 't/a', 't/none'],
      data_augmentation_field_prefixes: [],
    } as const;
    expect(
      extendedFieldsOf(resource, { ...named, fields: [...named.fields], data_augmentation_field_prefixes: [] }),
    ).toEqual(['r1/t/a']);
    const generated = { name: 'field_extension' as const, fields: [], data_augmentation_field_prefixes: ['gist'] };
    expect(extendedFieldsOf(resource, generated)).toEqual(['r1/t/da-gist-t-a']);
  });

  it('come before what was found and replace their own paragraphs, not those of a field whose name begins the same', () => {
    const fields = fieldEntries(['r1/t/a'], resources, 'field_extension');
    expect(keysOf(extendedEntries(entries, fields))).toEqual(['USER_CONTEXT_0', 'r1/t/a', 'r1/t/ab/0-2', 'r2/t/a/0-2']);
  });

  it('of a whole resource replace its paragraphs; of others they remain unless they are dropped', () => {
    const fields = fieldEntries(['r1/t/a'], resources, 'full_resource');
    expect(keysOf(wholeResourceEntries(entries, fields, new Set()))).toEqual([
      'USER_CONTEXT_0',
      'r1/t/a',
      'r2/t/a/0-2',
    ]);
    expect(keysOf(wholeResourceEntries(entries, fields, new Set(['r2'])))).toEqual(['USER_CONTEXT_0', 'r1/t/a']);
  });
});

describe('resources that are given whole', () => {
  const labelled = storedParagraph('r2/t/a/0-2', { labels: ['/l/kind/long'], resourceLabels: ['/l/topics/sea'] });

  it.each([
    [[], ['r1', 'r2']],
    [['/l/kind/long'], ['r1']],
    [['/classification.labels/topics/sea'], ['r1']],
    [
      ['/l/kind/lon', '/l/kind'],
      ['r1', 'r2'],
    ],
  ])('are in order of their best paragraphs, without those that have one of %j', (exclude, rids) => {
    expect(resourcesToExpand([...found.slice(0, 1), labelled, ...found.slice(2)], { apply_to: { exclude } })).toEqual(
      rids,
    );
  });
});
