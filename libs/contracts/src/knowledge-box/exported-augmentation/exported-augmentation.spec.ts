import { refusals } from '../../validation/refused.fixture';
import { beyond, list, map, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { ExportedAugmentation } from './exported-augmentation.dto';

const label = { labelset: 'topics', label: 'sea' };
const full = {
  task: 'labeler',
  field: { field_type: 'text', field: 'body' },
  version: 'v1',
  classifications: [label],
  paragraphs: [{ key: 'r/t/body/0-5', classifications: [label] }],
  entities: { labeler: [{ text: 'Ada', label: 'PERSON', positions: [{ start: 0, end: 3 }] }] },
  relations: [{ relation: 'OTHER', to: { value: 'x', type: 'label' } }],
  questions: [{ question: 'Who?', answer: 'Ada', reason: 'It says so.', paragraphs: ['r/t/body/0-5'] }],
  texts: ['da-labeler-t-body'],
};
const refused = (more: object) => refusals(ExportedAugmentation, { ...full, ...more });

describe('findings of an agent in a file', () => {
  it('are read as they were written', () => {
    expect(validate(ExportedAugmentation, full)).toEqual(full);
  });

  it.each(Object.keys(full))('have their %s: nothing is filled in', (member) => {
    expect(refused({ [member]: undefined })).toEqual([`${member}: Field required`]);
    expect(refused({ [member]: null })).toEqual([expect.stringMatching(new RegExp(`^${member}: `))]);
  });

  it.each([
    [{ task: '' }, 'task: String should have at least 1 character'],
    [{ field: { field_type: 'page', field: 'a' } }, 'field.field_type: '],
    [{ field: { field_type: 'text' } }, 'field.field: Field required'],
    [{ classifications: [{ labelset: 'a' }] }, 'classifications.0.label: Field required'],
    [{ paragraphs: [{ key: 'a' }] }, 'paragraphs.0.classifications: Field required'],
    [{ entities: [] }, 'entities: Input should be a valid dictionary'],
    [{ entities: { a: [{ text: 'x', label: 'y' }] } }, 'entities.a.0.positions: Field required'],
    [
      { entities: { a: [{ text: 'x', label: 'y', positions: [{ start: -1, end: 0 }] }] } },
      'entities.a.0.positions.0.start: Input should be greater than or equal to 0',
    ],
    [{ relations: [{ relation: 'CHILD', to: { value: 'x', type: 'user' } }] }, 'relations.0: Value error, '],
    [{ questions: [{ question: 'a', answer: 'b', paragraphs: [] }] }, 'questions.0.reason: Field required'],
    [{ texts: ['a b'] }, 'texts.0: String should match pattern'],
  ])('are refused with %j', (more, fault) => {
    expect(refused(more)).toEqual([expect.stringContaining(fault)]);
  });

  it('have bounds', () => {
    expect(beyond(64, (size) => refused({ task: text(size) }))).toHaveLength(1);
    expect(beyond(1_024, (size) => refused({ version: text(size) }))).toHaveLength(1);
    expect(beyond(10_000, (size) => refused({ classifications: list(size, () => label) }))).toEqual([
      'classifications: List should have at most 10000 items after validation, not 10001',
    ]);
    expect(beyond(100, (size) => refused({ entities: map(size, () => []) }))).toEqual([
      'entities: Dictionary should have at most 100 items after validation, not 101',
    ]);
  });
});
