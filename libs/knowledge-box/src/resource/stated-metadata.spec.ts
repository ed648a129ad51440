import { validate } from '@lectern/contracts/core';
import { CreateResourcePayload, type FieldAnnotation } from '@lectern/contracts/knowledge-box';
import { mergedAnnotations, statedRelations } from './stated-metadata';

const RID = 'a'.repeat(32);
const label = (name: string) => ({ labelset: 's', label: name, cancelled_by_user: false });
const entry = (field: string, key: string) => ({
  field: { field_type: 'text', field },
  paragraphs: [{ key, classifications: [label('l')] }],
});
const merged = (sent: object[], present: FieldAnnotation[] = []) =>
  mergedAnnotations(RID, present, validate(CreateResourcePayload, { fieldmetadata: sent }).fieldmetadata ?? []);
const keys = (all: FieldAnnotation[]) =>
  all.map(({ field, paragraphs }) => [field.field, paragraphs.map(({ key }) => key)]);

describe('what users say about fields', () => {
  it('replaces what they said about the same field, and keeps the rest', () => {
    const before = merged([entry('a', 'one'), entry('b', 'two')]);
    expect(keys(merged([entry('a', 'three')], before))).toEqual([
      ['a', ['three']],
      ['b', ['two']],
    ]);
    expect(keys(merged([entry('a', 'one'), entry('a', 'last')]))).toEqual([['a', ['last']]]);
  });

  it('is removed by an entry that says nothing', () => {
    const before = merged([entry('a', 'one'), entry('b', 'two')]);
    expect(keys(merged([{ field: { field_type: 'text', field: 'a' } }], before))).toEqual([['b', ['two']]]);
  });

  it('names the resource by its id where the placeholder was', () => {
    const question = { text: 'Why?', ids_paragraphs: ['N_RID/t/a/0-5', 'XN_RID/t'] };
    const question_answers = [{ question_answer: { question } }];
    expect(merged([{ ...entry('a', 'N_RID/t/a/0-5'), question_answers }])).toEqual([
      {
        field: { field_type: 'text', field: 'a' },
        paragraphs: [{ key: `${RID}/t/a/0-5`, classifications: [label('l')] }],
        question_answers: [
          {
            question_answer: {
              question: { text: 'Why?', language: '', ids_paragraphs: [`${RID}/t/a/0-5`, 'XN_RID/t'] },
              answers: [],
            },
            cancelled_by_user: false,
          },
        ],
      },
    ]);
  });

  it('has at most 400,000 characters, over all changes', () => {
    const large = (field: string) => entry(field, 'x'.repeat(1_024));
    const before = merged(Array.from({ length: 300 }, (_, i) => large(`a${i}`)));
    expect(() =>
      merged(
        Array.from({ length: 100 }, (_, i) => large(`b${i}`)),
        before,
      ),
    ).toThrow('Field metadata is larger than 400000 characters');
  });
});

const stated = (relations: object[]) =>
  statedRelations('r', validate(CreateResourcePayload, { usermetadata: { relations } }).usermetadata?.relations ?? []);

describe('relations that users state', () => {
  it('start at the resource unless they say otherwise, and have every member', () => {
    const to = { value: 'Ada', type: 'user' };
    expect(stated([{ relation: 'COLAB', to }])).toEqual([
      {
        relation: 'COLAB',
        label: null,
        metadata: null,
        from: { value: 'r', type: 'resource', group: null },
        to: { ...to, group: null },
      },
    ]);
    const whole = {
      relation: 'OTHER',
      label: 'knows',
      metadata: { paragraph_id: 'p', source_start: 0 },
      from: { value: 'Bo', type: 'entity', group: 'PERSON' },
      to,
    };
    expect(stated([whole])).toMatchObject([
      { ...whole, metadata: { paragraph_id: 'p', source_start: 0, source_end: null, data_augmentation_task_id: null } },
    ]);
  });
});
