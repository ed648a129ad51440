import type { Constructor } from '../../core/input';
import { refusals } from '../../validation/refused.fixture';
import { beyond, list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import {
  ExportedBinary,
  ExportedCounts,
  ExportedError,
  ExportedField,
  ExportedFile,
  ExportedFinding,
  ExportedGeneric,
  ExportedHead,
  ExportedParagraph,
  ExportedPicture,
  ExportedResource,
} from './transfer-item.dto';

const at = '2024-05-01T10:00:00';
const head = { format: 'lectern-knowledge-box', version: 2, vectorsets: [], resources: 1, has_hidden: false };
const resource = {
  id: '0f'.repeat(16),
  payload: {},
  title: 'Tides',
  summary: '',
  icon: 'text/plain',
  title_is_provisional: false,
  summary_is_provisional: true,
  created: at,
  modified: at,
};
const file = { filename: 'a.pdf', content_type: 'application/pdf', md5: '', language: '' };
const field = { letter: 't', id: 'body', text: { body: 'x' }, status: 'PROCESSED', errors: [] };
const paragraph = {
  start: 0,
  end: 5,
  kind: 'TEXT',
  start_seconds: [],
  end_seconds: [],
  classifications: [],
  sentences: [{ start: 0, end: 5 }],
  headings: [],
  language: 'en',
};
const understood = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };
const counts = { resources: 1, fields: 1, binaries: 0 };

/** Items with the least that they have. */
const items: readonly (readonly [string, Constructor, Readonly<Record<string, unknown>>])[] = [
  ['LRN', ExportedHead, head],
  ['BIN', ExportedBinary, { number: 0, size: 0 }],
  ['RES', ExportedResource, resource],
  ['GEN', ExportedGeneric, { id: 'title' }],
  ['FLD', ExportedField, field],
  ['EXT', ExportedFinding, { understood, extracted_at: at }],
  ['PAR', ExportedParagraph, paragraph],
  ['END', ExportedCounts, counts],
];

describe('items of the file of a box', () => {
  it.each(items)('%s are read with the least that they have', (_, type, item) => {
    expect(validate(type, item)).toMatchObject(item);
  });

  it.each(
    items.flatMap(([name, type, item]) => Object.keys(item).map((member) => [name, member, type, item] as const)),
  )('%s are refused without %s', (_, member, type, item) => {
    const isOptional = type === ExportedField && member === 'text';
    expect(refusals(type, { ...item, [member]: undefined })).toEqual(isOptional ? [] : [`${member}: Field required`]);
  });

  it.each(items)('%s drop members of later versions', (_, type, item) => {
    expect(validate(type, { ...item, later: 1 })).not.toHaveProperty('later');
  });
});

describe('the head of a file', () => {
  const refused = (more: object) => refusals(ExportedHead, { ...head, ...more });

  it('names the models of its vectors, at most 64', () => {
    const vectorset = { id: 'minilm-l6', dimensions: 384 };
    expect(refused({ vectorsets: [vectorset], learning_configuration: null })).toEqual([]);
    expect(beyond(64, (size) => refused({ vectorsets: list(size, () => vectorset) }))).toEqual([
      'vectorsets: List should have at most 64 items after validation, not 65',
    ]);
    expect(refused({ vectorsets: [{ ...vectorset, dimensions: 0 }] })).toHaveLength(1);
    expect(beyond(65_536, (dimensions) => refused({ vectorsets: [{ ...vectorset, dimensions }] }))).toHaveLength(1);
  });

  it('counts from 0, like the end of the file', () => {
    expect(refused({ resources: 0 })).toEqual([]);
    expect(refused({ resources: -1 })).toEqual(['resources: Input should be greater than or equal to 0']);
    for (const member of ['resources', 'fields', 'binaries', 'documents']) {
      expect(refusals(ExportedCounts, { ...counts, [member]: 0 })).toEqual([]);
      expect(refusals(ExportedCounts, { ...counts, [member]: -1 })).toHaveLength(1);
      expect(refusals(ExportedCounts, { ...counts, [member]: 1.5 })).toHaveLength(1);
    }
  });

  it('does not judge the version: a reader says which ones it knows', () => {
    for (const version of [0, 1, 2, 99]) expect(refused({ version })).toEqual([]);
    expect(refused({ version: 'two' })).toHaveLength(1);
  });
});

describe('a resource in a file', () => {
  const refused = (more: object) => refusals(ExportedResource, { ...resource, ...more });

  it('has an id of 32 hex digits in lower case', () => {
    for (const id of ['0F'.repeat(16), '0f'.repeat(15), 'x'.repeat(32), '']) expect(refused({ id })).toHaveLength(1);
  });

  it('keeps to what a request may create', () => {
    expect(refused({ payload: { slug: 'a b' } })).toEqual([expect.stringContaining('payload.slug: ')]);
    expect(refused({ payload: { security: { groups: ['hr'] } } })).toHaveLength(1);
    expect(refused({ created: 'yesterday' })).toHaveLength(1);
  });

  it('has annotations and findings of agents, or none', () => {
    expect(validate(ExportedResource, resource)).toMatchObject({ annotations: [], augmentations: [] });
    expect(refused({ annotations: [{}] })).toEqual(['annotations.0.field: Field required']);
    expect(refused({ thumbnail_field: 'a b' })).toHaveLength(1);
  });
});

describe('a stored file in a file', () => {
  it('has a number below 100,000', () => {
    expect(beyond(99_999, (number) => refusals(ExportedBinary, { number, size: 1 }))).toEqual([
      'number: Input should be less than or equal to 99999',
    ]);
    expect(refusals(ExportedBinary, { number: 0, size: -1 })).toHaveLength(1);
  });

  it('is kept, has no bytes and no pictures, unless it says otherwise', () => {
    expect(validate(ExportedFile, file)).toEqual({ ...file, is_discarded: false, size: 0, pictures: [] });
    for (const language of ['a b', 'en-']) expect(refusals(ExportedFile, { ...file, language })).toHaveLength(1);
    const picture = { binary: 0, name: 'file_thumbnail', content_type: 'image/png' };
    expect(beyond(1_004, (size) => refusals(ExportedFile, { ...file, pictures: list(size, () => picture) }))).toEqual([
      'pictures: List should have at most 1004 items after validation, not 1005',
    ]);
  });

  it('has bytes, an address, or neither when they were removed', () => {
    for (const more of [{ binary: 0 }, { uri: 'https://a.example/a.pdf' }, { is_discarded: true, size: 9 }])
      expect([more, refusals(ExportedFile, { ...file, ...more })]).toEqual([more, []]);
    expect(refusals(ExportedFile, { ...file, uri: 'file:///etc/passwd' })).toHaveLength(1);
    expect(refusals(ExportedFile, { ...file, extra_headers: { Host: 'x' } })).toHaveLength(1);
    expect(refusals(ExportedFile, { ...file, md5: 'x' })).toHaveLength(1);
  });
});

describe('a picture in a file', () => {
  const named = (name: string) => refusals(ExportedPicture, { binary: 0, name, content_type: 'image/png' });

  it.each([
    'file_thumbnail',
    'link_thumbnail',
    'file_preview',
    'link_image',
    'generated/structures.json',
    'generated/rows.json',
    'generated/extracted_images_0.png',
    'generated/extracted_images_99999.png',
  ])('may be %s', (name) => {
    expect(named(name)).toEqual([]);
  });

  it.each([
    'thumbnail',
    'generated/extracted_images_01.png',
    'generated/extracted_images_100000.png',
    'generated/extracted_images_-1.png',
    '../file_thumbnail',
    'generated/../rows.json',
    'file_thumbnail\n',
    '',
  ])('is never %j', (name) => {
    expect(named(name)).toHaveLength(1);
  });

  it('is of a type that browsers show', () => {
    const typed = (content_type: string) =>
      refusals(ExportedPicture, { binary: 0, name: 'file_preview', content_type });
    for (const type of ['image/png', 'image/jpeg', 'application/json', 'application/pdf'])
      expect(typed(type)).toEqual([]);
    for (const type of ['image/svg+xml', 'text/html']) expect(typed(type)).toHaveLength(1);
  });
});

describe('a field in a file', () => {
  const refused = (more: object) => refusals(ExportedField, { ...field, ...more });

  it('is of a type that callers can write', () => {
    for (const letter of ['t', 'f', 'u', 'c', 'k']) expect(refused({ letter })).toEqual([]);
    for (const letter of ['a', 'l', 'T', '']) expect(refused({ letter })).toHaveLength(1);
    for (const id of ['title', 'summary']) expect(refusals(ExportedGeneric, { id })).toEqual([]);
    expect(refusals(ExportedGeneric, { id: 'metadata' })).toHaveLength(1);
  });

  it('is understood unless it says otherwise, and has at most 300 errors', () => {
    expect(validate(ExportedField, field)).toMatchObject({ ml_text: true, link_pictures: [] });
    const error = { body: 'x', code: 1, severity: 'ERROR' };
    expect(beyond(300, (size) => refused({ errors: list(size, () => error) }))).toEqual([
      'errors: List should have at most 300 items after validation, not 301',
    ]);
    for (const status of ['PENDING', 'PROCESSED', 'ERROR']) expect(refused({ status })).toEqual([]);
    for (const status of ['EMPTY', 'BLOCKED', '']) expect(refused({ status })).toHaveLength(1);
  });

  it('has errors of five codes', () => {
    const coded = (code: number) => refusals(ExportedError, { body: 'x', code, severity: 'WARNING' });
    expect(beyond(4, coded)).toEqual(['code: Input should be less than or equal to 4']);
    expect(coded(-1)).toHaveLength(1);
  });

  it('has at most 51,200 messages, of a conversation', () => {
    expect(beyond(51_200, (messages) => refused({ text: null, conversation: { messages } }))).toEqual([
      'conversation.messages: Input should be less than or equal to 51200',
    ]);
    expect(refused({ text: { body: 'x', format: 'XML' } })).toHaveLength(1);
  });
});

describe('a paragraph in a file', () => {
  const refused = (more: object) => refusals(ExportedParagraph, { ...paragraph, ...more });

  it.each(['TEXT', 'OCR', 'INCEPTION', 'DESCRIPTION', 'TRANSCRIPT', 'TITLE', 'TABLE'])('may be %s', (kind) => {
    expect(refused({ kind })).toEqual([]);
    expect(refused({ kind: kind.toLowerCase() })).toHaveLength(1);
  });

  it('has a language as a tag, or none', () => {
    for (const language of ['', 'en', 'pt-BR']) expect(refused({ language })).toEqual([]);
    for (const language of ['a b', 'english language', null]) expect(refused({ language })).toHaveLength(1);
  });

  it('has places from 0', () => {
    expect(refused({ start: -1 })).toEqual(['start: Input should be greater than or equal to 0']);
    expect(refused({ sentences: [{ start: 0 }] })).toEqual(['sentences.0.end: Field required']);
    expect(refused({ page: { page: -1, page_with_visual: false } })).toHaveLength(1);
    expect(refused({ page: null, representation: null })).toEqual([]);
    expect(beyond(1_000, (size) => refused({ headings: list(size, () => text(3)) }))).toHaveLength(1);
  });
});
