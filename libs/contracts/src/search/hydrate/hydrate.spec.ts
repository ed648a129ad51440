import { membersOf } from '../../validation/answers.fixture';
import { changed, extra, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import * as hydration from './hydrate.dto';
import { hydrateParagraphs } from './hydrate.operations';

const rid = '02c54f076f4c499fb310b4f129135e6c';
const id = `${rid}/t/body/0-10`;
const smallest = { data: [id], hydration: {} };
const faultsOf = (body: unknown) => faults(hydrateParagraphs, { body });
const file = `${__dirname}/hydrate.dto.ts`;

describe('reading what belongs to paragraphs', () => {
  it('is for readers, and for anyone of a published knowledge box', () => {
    expect(routesOf(hydrateParagraphs)).toEqual({
      'POST /kb/{kbid}/hydrate': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(hydrateParagraphs)).toEqual({ 'search.hydrate': '15 s, search, lane search' });
  });

  it('takes members of these kinds', () => {
    expect(wireOf(hydration.HydrateRequest, smallest)).toEqual({
      data: 'list!',
      hydration: 'object!',
      show_hidden: 'null flag = false',
      security: 'null object',
    });
    expect(wireOf(hydration.Hydration, {})).toEqual({
      resource: 'null object',
      field: 'null object',
      paragraph: 'null object',
    });
    expect(wireOf(hydration.ParagraphHydration, {})).toEqual({
      text: 'null flag = true',
      related: 'null object',
      image: 'null object',
      table: 'null object',
      page: 'null object',
    });
  });

  it('selects nothing of a kind that is not named, and these members of one that is', () => {
    const selected = (members: object) =>
      received(hydrateParagraphs, { body: { ...smallest, hydration: members } }).body;
    expect(selected({})).toMatchObject({ hydration: {} });
    expect(selected({ resource: {}, field: {}, paragraph: { related: { neighbours: {} } } })).toMatchObject({
      hydration: {
        resource: { title: true, summary: false, origin: false, security: false },
        field: { value: false, text: false },
        paragraph: {
          text: true,
          related: { neighbours: { before: 0, after: 0 }, parents: false, siblings: false, replacements: false },
        },
      },
    });
  });

  it.each([
    ['data', list(50, () => id), list(51, () => id), tooMany(50)],
    ['data', [], undefined, required],
    ['hydration', { paragraph: null }, undefined, required],
    ['hydration.paragraph.related.neighbours.before', 10, 11, 'Input should be less than or equal to 10'],
    ['hydration.paragraph.related.neighbours.after', 0, -1, 'Input should be greater than or equal to 0'],
    ['hydration.paragraph.text', false, 'no text', 'Input should be a valid boolean, unable to interpret input'],
    ['unknown', undefined, null, extra],
    ['hydration.vectors', undefined, null, extra],
    ['hydration.resource.slug', undefined, true, extra],
    ['hydration.field.vectors', undefined, true, extra],
    ['hydration.paragraph.labels', undefined, true, extra],
    ['hydration.paragraph.related.children', undefined, true, extra],
    ['hydration.paragraph.image.bytes', undefined, true, extra],
    ['hydration.paragraph.table.bytes', undefined, true, extra],
    ['hydration.paragraph.page.bytes', undefined, true, extra],
    ['security.group', undefined, ['hr'], extra],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it.each([
    [id, true],
    [`${rid.toUpperCase()}/f/report/5-6`, true],
    ['02c54f07-6f4c-499f-b310-b4f129135e6c/a/title/0-5', true],
    [`${rid}/c/chat/message 1/0-5`, true],
    [`${rid}/t/body`, false],
    [`${rid}/t/body/0-10/1`, false],
    [`${rid}/t/body/0`, false],
    [`${rid}/t/body/-1-10`, false],
    [`slug/t/body/0-10`, false],
    ['', false],
  ])('takes %s as the id of a paragraph: %s', (one, isTaken) => {
    expect(faultsOf({ ...smallest, data: [one] }).length === 0).toBe(isTaken);
  });

  it('takes ids of at most 1,024 characters', () => {
    const long = (chars: number) => `${rid}/t/${text(chars - rid.length - 7)}/0-1`;
    expect(faultsOf({ ...smallest, data: [long(1_024)] })).toEqual([]);
    expect(faultsOf({ ...smallest, data: [long(1_025)] })).toEqual([`body.data.0: ${tooLong(1_024)}`]);
  });
});

describe('what belongs to paragraphs', () => {
  it('is by id, of three kinds', () => {
    expect(membersOf(file, 'Hydrated')).toBe('resources, fields, paragraphs');
  });

  it('has ids always, and other members where the request selects them', () => {
    expect(membersOf(file, 'HydratedResource')).toBe('id, slug, title?, summary?, origin?, security?');
    expect(membersOf(file, 'HydratedField')).toBe('id, resource, field_type, value?, text?, split_text?');
    expect(membersOf(file, 'HydratedParagraph')).toBe('id, field, resource, text?, related?, image?, table?, page?');
  });
});
