import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { LabelsetPayload, LabelsetTarget } from './labelset.dto';
import { deleteLabelset, getLabelset, listLabelsets, putLabelset, readParagraphLabelsets } from './labelset.operations';

const refused = (...titles: string[]) => refusals(LabelsetPayload, { labels: titles.map((title) => ({ title })) });
const put = (body: unknown) => faults(putLabelset, { body });

describe('labelsets', () => {
  it('are written by writers and read by readers, guests included', () => {
    expect(routesOf(putLabelset, deleteLabelset, getLabelset, listLabelsets)).toEqual({
      'POST /kb/{kbid}/labelset/{labelset}': '200 null; WRITER of kb; sa user pat',
      'DELETE /kb/{kbid}/labelset/{labelset}': '200 null; WRITER of kb; sa user pat',
      'GET /kb/{kbid}/labelset/{labelset}': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/labelsets': '200 json; READER of kb; sa user pat eph none',
    });
    expect(routesOf(readParagraphLabelsets)).toEqual({});
  });

  it('can be deleted while the disk is full, and not written', () => {
    expect(conductOf(putLabelset, deleteLabelset, getLabelset, listLabelsets)).toEqual({
      'kb.labelset.put': '60 s, needs room',
      'kb.labelset.delete': '60 s',
      'kb.labelset.get': '10 s',
      'kb.labelset.list': '10 s',
    });
  });

  it('answer with every member', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'labelset.dto.ts'), name);
    expect(answer('Labelsets')).toBe('uuid, labelsets');
    expect(answer('Labelset')).toBe('title, color, multiple, kind, labels');
    expect(answer('OfferedLabel')).toBe('title, related|null, text|null, uri|null');
  });
});

describe('a labelset', () => {
  it('has defaults for all of its members', () => {
    const defaults = { color: 'blue', multiple: true, kind: ['RESOURCES'], labels: [] };
    expect(received(putLabelset, { body: {} })).toEqual({ body: defaults });
    const nulls = { title: null, color: null, multiple: null, kind: null, labels: null };
    expect(received(putLabelset, { body: nulls })).toEqual({ body: { title: null, ...defaults } });
  });

  it('keeps what it has as it was sent, without members that nobody knows', () => {
    const body = {
      title: 'Thèmes 😀',
      color: '#ff0000',
      multiple: false,
      kind: ['RESOURCES', 'PARAGRAPHS', 'SENTENCES', 'SELECTIONS'],
      labels: [
        { title: 'Ebbe', related: 'Flut', text: 'low water', uri: 'any text' },
        { title: 'Flut', uri: null },
      ],
    };
    const sent = { ...body, labels: [{ ...body.labels[0], colour: 'red' }, body.labels[1]], uuid: 'x' };
    expect(received(putLabelset, { body: sent })).toEqual({ body });
  });

  it.each([
    [{ kind: [] }, 'kind: List should have at least 1 item after validation, not 0'],
    [{ kind: ['DOCUMENTS'] }, "kind.0: Input should be 'RESOURCES', 'PARAGRAPHS', 'SENTENCES' or 'SELECTIONS'"],
    [{ kind: 'RESOURCES' }, 'kind: Input should be a valid list'],
    [{ multiple: 'several' }, 'multiple: Input should be a valid boolean, unable to interpret input'],
    [{ color: 7 }, 'color: Input should be a valid string'],
    [{ labels: ['Ebbe'] }, 'labels.0: Input should be a valid dictionary or object to extract fields from'],
    [{ labels: [{}] }, 'labels.0.title: Field required'],
    [{ labels: [{ title: '' }] }, 'labels.0.title: String should have at least 1 character'],
    [{ labels: [{ title: null }] }, 'labels.0.title: Input should be a valid string'],
    [{ labels: { Ebbe: {} } }, 'labels: Input should be a valid list'],
  ])('refuses %j', (body, fault) => {
    expect(put(body)).toEqual([`body.${fault}`]);
  });

  it.each<[string, number, (size: number) => object]>([
    ['title: String should have at most 2048 characters', 2_048, (size) => ({ title: text(size) })],
    ['color: String should have at most 255 characters', 255, (size) => ({ color: text(size) })],
    [
      'kind: List should have at most 100 items after validation, not 101',
      100,
      (size) => ({ kind: list(size, () => 'RESOURCES') }),
    ],
    [
      'labels: List should have at most 5000 items after validation, not 5001',
      5_000,
      (size) => ({ labels: list(size, (index) => ({ title: `${index}` })) }),
    ],
    [
      'labels.0.title: String should have at most 1024 characters',
      1_024,
      (size) => ({ labels: [{ title: text(size) }] }),
    ],
    [
      'labels.0.related: String should have at most 1024 characters',
      1_024,
      (size) => ({ labels: [{ title: 'a', related: text(size) }] }),
    ],
    [
      'labels.0.text: String should have at most 4096 characters',
      4_096,
      (size) => ({ labels: [{ title: 'a', text: text(size) }] }),
    ],
    [
      'labels.0.uri: String should have at most 2048 characters',
      2_048,
      (size) => ({ labels: [{ title: 'a', uri: text(size) }] }),
    ],
  ])('is refused with %s', (fault, bound, body) => {
    expect(beyond(bound, (size) => put(body(size)))).toEqual([`body.${fault}`]);
  });

  it('has labels of at most 400,000 characters of JSON together', () => {
    const labels = (count: number) => list(count, (index) => ({ title: `${index}`.padEnd(986, 'x') }));
    expect(put({ labels: labels(400) })).toEqual([]);
    expect(put({ labels: labels(401) })).toEqual(['body.labels: Value error, longer than 400000 characters of JSON']);
  });

  it('is named by 1 to 1,024 characters of any kind', () => {
    const named = (labelset: unknown) => refusals(LabelsetTarget, { kbid: 'k', labelset });
    for (const name of ['topics', 'Thèmes / 2024', '😀'.repeat(1_024)]) expect(named(name)).toEqual([]);
    expect(named('')).toEqual(['labelset: String should have at least 1 character']);
    expect(beyond(1_024, (size) => named(text(size)))).toEqual([
      'labelset: String should have at most 1024 characters',
    ]);
  });
});

describe('labels of a labelset', () => {
  it('have different titles', () => {
    expect(refused()).toEqual([]);
    expect(refused('greek', 'latin', 'greek ')).toEqual([]);
    expect(refused('greek', 'latin', 'greek')).toEqual([
      'labels: Value error, Duplicated labels are not allowed: greek',
    ]);
  });

  it('do not differ by the case of letters alone', () => {
    expect(refused('Ägypten', 'ÄGYPTEN')).toEqual(['labels: Value error, Duplicated labels are not allowed: ÄGYPTEN']);
  });
});
