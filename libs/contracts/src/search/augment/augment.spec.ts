import { membersOf } from '../../validation/answers.fixture';
import { changed, extra, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import * as augment from './augment.dto';
import { augmentContext } from './augment.operations';

const rid = '02c54f076f4c499fb310b4f129135e6c';
const resource = { given: [rid] };
const field = { given: [`${rid}/t/body`] };
const paragraph = { given: [{ id: `${rid}/t/body/0-10` }] };
const full = { resources: [resource], fields: [field], paragraphs: [paragraph] };
const faultsOf = (body: unknown) => faults(augmentContext, { body });
const file = `${__dirname}/augment.dto.ts`;
const flags = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'null flag = false']));

describe('reading parts by their ids', () => {
  it('is for readers, and for anyone of a published knowledge box', () => {
    expect(routesOf(augmentContext)).toEqual({
      'POST /kb/{kbid}/augment': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(augmentContext)).toEqual({ 'search.augment': '15 s, search, lane search' });
  });

  it('may be asked for nothing', () => {
    expect(received(augmentContext, { body: {} }).body).toEqual({
      resources: [],
      fields: [],
      paragraphs: [],
      show_hidden: false,
    });
    expect(wireOf(augment.AugmentRequest, {})).toEqual({
      resources: 'null list = []',
      fields: 'null list = []',
      paragraphs: 'null list = []',
      show_hidden: 'null flag = false',
      security: 'null object',
    });
  });

  it('gives of resources the members that are selected', () => {
    expect(wireOf(augment.ResourceAugment, resource)).toEqual({
      given: 'list!',
      ...flags('basic origin extra relations values errors security title summary classification_labels'),
      ...flags('extracted_text extracted_metadata extracted_shortened_metadata extracted_large_metadata'),
      ...flags('extracted_vector extracted_vectors extracted_link extracted_file extracted_qa'),
      ...flags('extracted_question_answers'),
      field_type_filter: 'null list',
      fields: 'null object',
    });
    expect(wireOf(augment.FieldsOfResourceAugment, {})).toEqual({
      ...flags('text classification_labels'),
      filters: 'null list = []',
    });
  });

  it('gives of fields the members that are selected', () => {
    expect(wireOf(augment.FieldAugment, field)).toEqual({
      given: 'list!',
      ...flags('text classification_labels entities file_thumbnail full_conversation'),
      ...flags('conversation_answer_or_messages_after conversation_text_attachments conversation_image_attachments'),
      max_conversation_messages: 'null whole',
    });
  });

  it('gives of paragraphs their text, and what else is selected', () => {
    expect(wireOf(augment.ParagraphAugment, paragraph)).toEqual({
      given: 'list!',
      text: 'null flag = true',
      neighbours_before: 'null whole = 0',
      neighbours_after: 'null whole = 0',
      ...flags('source_image table_image table_prefers_page_preview page_preview_image'),
    });
    expect(wireOf(augment.GivenParagraph, { id: paragraph.given[0]?.id })).toEqual({
      id: 'text!',
      metadata: 'null flag whole fraction text list object',
    });
  });

  it.each([
    ['resources.0.given', undefined, required],
    ['resources.0.given', [], tooFew(1)],
    ['resources.0.given', list(51, ridOf), tooMany(50)],
    ['fields.0.given', list(51, (index) => `${ridOf(index)}/t/a`), tooMany(50)],
    ['paragraphs.0.given', list(51, (index) => ({ id: `${ridOf(index)}/t/a/0-1` })), tooMany(50)],
    ['paragraphs.0.given.0', {}, required, '.id'],
    ['fields.0.max_conversation_messages', 201, 'Input should be less than or equal to 200'],
    ['fields.0.max_conversation_messages', 0, 'Input should be greater than or equal to 1'],
    ['paragraphs.0.neighbours_before', 11, 'Input should be less than or equal to 10'],
    ['paragraphs.0.neighbours_after', -1, 'Input should be greater than or equal to 0'],
    ['resources.0.field_type_filter', list(101, () => 'text'), tooMany(100)],
    ['resources.0.field_type_filter', ['t'], expect.stringMatching(/^Input should be 'text', 'file'/), '.0'],
    ['unknown', null, extra],
    ['resources.0.unknown', null, extra],
    ['resources.0.fields.unknown', null, extra],
    ['fields.0.unknown', null, extra],
    ['paragraphs.0.unknown', null, extra],
    ['paragraphs.0.given.0.text', 'a', extra],
    ['security.group', ['hr'], extra],
  ])('refuses a %s that is not proper: %#', (at, bad, fault, item = '') => {
    const found = faultsOf(changed<object>(full, at, bad));
    expect(found).toHaveLength(1);
    expect(found[0]?.slice(`body.${at}${item}: `.length)).toEqual(fault);
    expect(found[0]?.startsWith(`body.${at}${item}: `)).toBe(true);
  });

  it('takes each bound itself', () => {
    const most = {
      resources: [{ given: list(50, ridOf) }],
      fields: [{ given: list(50, (index) => `${ridOf(index)}/t/a`), max_conversation_messages: 200 }],
      paragraphs: [
        {
          given: list(50, (index) => ({ id: `${ridOf(index)}/t/a/0-1` })),
          neighbours_before: 10,
          neighbours_after: 10,
        },
      ],
    };
    expect(faultsOf(most)).toEqual([]);
  });
});

describe('ids of parts', () => {
  it('are at most 50 of a kind over all groups, each in one group', () => {
    const groups = (...sizes: readonly number[]) =>
      sizes.map((size, at) => ({ given: list(size, (index) => ridOf(100 * at + index)) }));
    expect(faultsOf({ resources: groups(25, 25) })).toEqual([]);
    expect(faultsOf({ resources: groups(25, 26) })).toEqual(['body.resources: Value error, At most 50 ids, not 51']);
    for (const [kind, group] of Object.entries(full))
      expect(faultsOf({ [kind]: [...group, ...group] })).toEqual([
        `body.${kind}: Value error, An id may be in one group only`,
      ]);
  });

  it('may be repeated within their group', () => {
    expect(faultsOf({ resources: [{ given: list(50, () => rid) }] })).toEqual([]);
  });

  it.each([
    [rid, true],
    ['02C54F07-6F4C-499F-B310-B4F129135E6C', true],
    ['tides', false],
    [`${rid}0`, false],
  ])('of a resource may be %s: %s', (id, isTaken) => {
    expect(faultsOf({ resources: [{ given: [id] }] }).length === 0).toBe(isTaken);
  });

  it.each([
    [`${rid}/t/body`, true],
    [`${rid}/k/price`, true],
    [`${rid}/c/chat/message 1`, true],
    [`${rid}/c/chat/${text(128)}`, true],
    [`${rid}/c/chat/${text(129)}`, false],
    [`${rid}/t/body/1`, false],
    [`${rid}/x/body`, false],
    ['t/body', false],
  ])('of a field may be %s: %s', (id, isTaken) => {
    expect(faultsOf({ fields: [{ given: [id] }] }).length === 0).toBe(isTaken);
  });

  it('have at most 1,024 characters', () => {
    const id = `${rid}/t/${text(1_024)}/0-1`;
    expect(faultsOf({ paragraphs: [{ given: [{ id }] }] })).toEqual([
      expect.stringMatching(new RegExp(`^body\\.paragraphs\\.0\\.given\\.0\\.id: ${tooLong(1_024)}$`)),
    ]);
  });
});

describe('fields of a resource', () => {
  const selected = (fields: object) => faultsOf({ resources: [{ ...resource, fields }] });

  it('are chosen by their type, or by the task that made them', () => {
    const filters = [
      { prop: 'field', type: 'text' },
      { prop: 'field', type: 'file', name: 'report' },
      { prop: 'generated', by: 'data-augmentation' },
      { prop: 'generated', by: 'data-augmentation', da_task: 'summary' },
    ];
    expect(selected({ text: true, filters })).toEqual([]);
    for (const filter of [{ prop: 'field' }, { prop: 'generated', by: 'user' }, { prop: 'label' }, {}])
      expect(selected({ filters: [filter] })).toHaveLength(1);
    expect(selected({ filters: [{ prop: 'field', type: 'text', id: 'a' }] })).toEqual([
      `body.resources.0.fields.filters.0.field.id: ${extra}`,
    ]);
  });

  it('are not chosen in two ways', () => {
    expect(faultsOf({ resources: [{ ...resource, fields: {}, field_type_filter: ['text'] }] })).toEqual([
      'body.resources.0: Value error, `fields` and `field_type_filter` cannot be used together',
    ]);
  });
});

describe('parts', () => {
  it('are by id, of three kinds, with what was selected', () => {
    expect(membersOf(file, 'Augmented')).toBe('resources, fields, paragraphs');
    expect(membersOf(file, 'AugmentedMessage')).toBe('ident, who, type, text, attachments, images?');
    expect(membersOf(file, 'AugmentedField')).toBe(
      'id, resource, field_type, value?, text?, split_text?, classification_labels?, entities?, thumbnail_image?, ' +
        'messages?',
    );
    expect(membersOf(file, 'AugmentedParagraph')).toBe(
      'id, field, resource, text?, related?, image?, table?, page?, source_image?, table_image?, page_preview_image?',
    );
  });
});

function ridOf(index: number): string {
  return String(index).padStart(32, '0');
}
