import { validate } from '@lectern/contracts/core';
import { ExportedField, ExportedParagraph, ExportedResource } from '@lectern/contracts/knowledge-box';
import type { FieldEntity, ResourceEntity } from '@lectern/resource-store';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { fieldItem, resourceItem } from './exported-resource';
import {
  checkTarget,
  checkVectors,
  importedErrors,
  importedField,
  importedParagraph,
  importedResource,
} from './imported-resource';

const [kbid, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const rid = 'ab'.repeat(16);
const settings = { hiddenResourcesEnabled: true, hiddenResourcesHideOnCreation: true };
const key = { kbid: other, rid, letter: 't', id: 'a' } as const;

function resource(members: Partial<ResourceEntity> = {}): ResourceEntity {
  return resourceRow(kbid, rid, members);
}

function field(members: Partial<FieldEntity>): FieldEntity {
  const state = { status: 'PROCESSED', errors: [], seqid: 1, contentSeqid: 1, mlText: true } as const;
  const sealed = { blobKey: null, sealedPassword: null, sealedSecrets: null };
  return { kbid, rid, letter: 't', id: 'a', value: '', ...state, ...sealed, ...members } as FieldEntity; // all members
}

describe('Resources of a file', () => {
  it.each<Partial<ResourceEntity>>([
    {},
    {
      hidden: false,
      accessGroups: ['/a', 'b'],
      classifications: [{ labelset: 'l', label: 'm', cancelled_by_user: true }],
    },
    { accessGroups: [], origin: { source: 'API', metadata: { a: 'b' }, tags: ['t'], collaborators: [], related: [] } },
    { title: 'x'.repeat(9_000), titleIsProvisional: true, summaryIsProvisional: true, icon: 'application/x;y' },
    {
      relations: [
        {
          relation: 'OTHER',
          label: null,
          metadata: null,
          from: { value: rid, type: 'resource', group: null },
          to: { value: 'l/m', type: 'label', group: null },
        },
      ],
      annotations: [
        {
          field: { field_type: 'text', field: 'a' },
          paragraphs: [
            { key: `${rid}/t/a/0-1`, classifications: [{ labelset: 'l', label: 'm', cancelled_by_user: false }] },
          ],
          question_answers: [],
        },
      ],
    },
    {
      augmentations: [
        {
          task: 'a',
          field: { field_type: 'text', field: 'a' },
          version: '1/1#0',
          texts: ['da-b-t-a'],
          classifications: [{ labelset: 'l', label: 'm' }],
          paragraphs: [{ key: `${rid}/t/a/0-1`, classifications: [{ labelset: 'l', label: 'm' }] }],
          entities: { people: [{ text: 'Ada', label: 'PERSON', positions: [{ start: 0, end: 3 }] }] },
          relations: [
            {
              relation: 'ENTITY',
              label: 'knows',
              from: { value: 'Ada', type: 'entity', group: 'PERSON' },
              to: { value: 'Max', type: 'entity', group: 'PERSON' },
              metadata: {
                paragraph_id: null,
                source_start: null,
                source_end: null,
                to_start: null,
                to_end: null,
                data_augmentation_task_id: 'people',
              },
            },
          ],
          questions: [{ question: 'Who?', answer: 'Ada', reason: 'Said', paragraphs: [`${rid}/t/a/0-1`] }],
        },
      ],
    },
    { extra: { metadata: { 0: [null, { a: '\u{1f410}' }] } }, metadata: { k: 'v' }, languages: ['en', 'de'] },
  ])('are what they were, but for box, version and queue (%#)', (members) => {
    const given = resource({ hidden: true, ...members });
    const item = validate(ExportedResource, JSON.parse(JSON.stringify(resourceItem(given))));
    const read = importedResource(item, { kbid: other, settings });
    expect(read).toEqual({ ...given, kbid: other, version: 0, lastSeqid: 0, status: 'PENDING' });
  });

  it('have the picture of their file in the box that they come to, and any other picture as it was', () => {
    const moved = (thumbnail: string) => {
      const item = JSON.parse(JSON.stringify(resourceItem(resource({ thumbnail }))));
      return importedResource(validate(ExportedResource, item), { kbid: other, settings }).thumbnail;
    };
    const own = `/resource/${rid}/file/a/download/extracted/file_thumbnail`;
    expect(moved(`/kb/${kbid}${own}`)).toBe(`/kb/${other}${own}`);
    expect(moved(`/kb/${other}${own}`)).toBe(`/kb/${other}${own}`);
    expect(moved('https://example.org/a.png')).toBe('https://example.org/a.png');
  });

  it('may annotate as many fields as stay within the limit of characters', () => {
    const classifications = [{ labelset: '', label: '', cancelled_by_user: false }];
    const annotations = Array.from({ length: 2_000 }, (_, n) => ({
      paragraphs: [{ classifications, key: '' }],
      question_answers: [],
      field: { field_type: 'text' as const, field: `f${n}` },
    }));
    const item = JSON.parse(JSON.stringify(resourceItem(resource({ annotations }))));
    const read = importedResource(validate(ExportedResource, item), { kbid: other, settings });
    expect(read.annotations).toEqual(annotations);
  });

  it('are not hidden where boxes hide nothing', () => {
    const item = validate(ExportedResource, JSON.parse(JSON.stringify(resourceItem(resource({ hidden: true })))));
    const off = { hiddenResourcesEnabled: false, hiddenResourcesHideOnCreation: false };
    expect(() => importedResource(item, { kbid: other, settings: off })).toThrow('hidden resources enabled');
  });
});

describe('Fields of a file', () => {
  const read = (given: FieldEntity, binary?: number) => {
    const item = validate(ExportedField, JSON.parse(JSON.stringify(fieldItem(given, { binary, sealed: null }))));
    const stored = { key: 'kb/new', sizeBytes: 7, md5: 'f'.repeat(32) };
    return importedField(item, { kbid: other, rid }, new Map([[0, stored]]));
  };
  const strategies = { extract_strategy: 'e', split_strategy: 's' };
  const added = '2024-05-01T10:11:12.123000';

  it('are what they were', () => {
    const text = {
      body: 'a\u{1f410}',
      format: 'MARKDOWN',
      md5: 'fb03cdf4a1a4bcd1bd6f9b5d3c4e7a0b',
      ...strategies,
    } as const;
    expect(read(field({ value: text })).value).toMatchObject({ body: text.body, format: 'MARKDOWN', ...strategies });
    const conversation = { pages: 1, size: 200, total: 0, ...strategies };
    expect(read(field({ letter: 'c', value: conversation })).value).toEqual(conversation);
    const link = {
      added,
      uri: 'https://example.org/',
      headers: { accept: '' },
      cookies: {},
      localstorage: {},
      language: 'en',
      css_selector: 'main',
      xpath: '',
      ...strategies,
    };
    expect(read(field({ letter: 'u', value: link })).value).toEqual(link);
    const file = { uri: 'https://example.org/x', size: 0, content_type: 'text/x', filename: 'x', md5: '' };
    const external = {
      added,
      file,
      language: '',
      password: '',
      external: true,
      extra_headers: { a: '' },
      ...strategies,
    };
    expect(read(field({ letter: 'f', value: external })).value).toEqual(external);
  });

  it('have keys, sizes and MD5s of the bytes that came, not of what the file says', () => {
    const file = { uri: '/kb/x/y', size: 3, content_type: 'text/plain', filename: 'x.txt', md5: 'a'.repeat(32) };
    const value = { added, file, language: '', password: '', external: false, ...strategies };
    const uri = `/kb/${other}/resource/${rid}/file/a/download/field`;
    expect(read(field({ letter: 'f', blobKey: 'kb/old', value }), 0)).toMatchObject({
      blobKey: 'kb/new',
      value: { file: { ...file, uri, size: 7, md5: 'f'.repeat(32) } },
    });
    expect(() => read(field({ letter: 'f', blobKey: 'kb/old', value }), 1)).toThrow(
      'bytes of the field f/a are missing',
    );
  });

  it('are values by key, whatever has become of their schema', () => {
    const value = { data: { year: { lower: 1900, upper: 1908 }, names: ['a', 'b'], big: 1e21, yes: false } };
    expect(read(field({ letter: 'k', id: 'tour', value })).value).toEqual(value);
    expect(() => read(field({ letter: 'k', id: 'x'.repeat(65), value }))).toThrow('No key-value field has the id');
  });

  it('are files that nobody keeps, with their bytes until they are processed', () => {
    const file = { uri: '', size: 7, content_type: 'text/plain', filename: 'x.txt', md5: 'f'.repeat(32) };
    const value = { added, file, language: '', password: '', external: false, ...strategies };
    expect(read(field({ letter: 'f', value }))).toMatchObject({ blobKey: null, value });
    expect(read(field({ letter: 'f', blobKey: 'kb/old', value }), 0)).toMatchObject({ blobKey: 'kb/new', value });
  });

  it.each(['t', 'u', 'f', 'c', 'k'] as const)('are refused without the content of their kind (%s)', (letter) => {
    const item = validate(ExportedField, { letter, id: 'a', status: 'PENDING', errors: [] });
    expect(() => importedField(item, { kbid, rid }, new Map())).toThrow(`The field ${letter}/a has no content`);
  });

  it('have errors with the name of their code', () => {
    const errors = [{ body: 'b', code: 1, created: '2024-05-01T10:11:12', severity: 'ERROR' as const }];
    expect(importedErrors(errors)).toEqual([{ ...errors[0], code_str: 'EXTRACT' }]);
  });
});

describe('Paragraphs of a file', () => {
  const item = {
    start: 2,
    end: 9,
    kind: 'TEXT',
    start_seconds: [],
    end_seconds: [],
    classifications: [],
    page: null,
    sentences: [{ start: 2, end: 4, key: 'forged' }],
    representation: null,
    headings: ['H'],
    language: 'en',
  };
  const paragraph = (members: object = {}) =>
    importedParagraph(validate(ExportedParagraph, { ...item, key: 'forged', ...members }), key);

  it('have ids that say where they are', () => {
    expect(paragraph().key).toBe(`${rid}/t/a/2-9`);
    expect(paragraph().sentences).toEqual([2, 4]);
  });

  it.each([
    [{ end: 11 }, 0],
    [{ start: 9, end: 8 }, 0],
    [{ sentences: [{ start: 0, end: 99 }] }, 0],
    [{}, 3],
  ])('lie in the text, in order: not %j behind %i', (members, behind) => {
    expect(() => checkTarget(paragraph(members), { behind, chars: 10 })).toThrow('is not where the text has it');
    expect(() => checkTarget(paragraph(), { behind: 2, chars: 9 })).not.toThrow();
  });
});

describe('Vectors of a file', () => {
  it('have at most unit length, each of them', () => {
    expect(() => checkVectors(new Float32Array([0.6, 0.8, 1, 0]), 2)).not.toThrow();
    for (const wrong of [
      [1, 1],
      [Number.NaN, 0],
      [Infinity, 0],
    ]) {
      expect(() => checkVectors(new Float32Array([0, 1, ...wrong]), 2)).toThrow('not of unit length');
    }
  });
});
