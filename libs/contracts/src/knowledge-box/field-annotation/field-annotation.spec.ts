import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, list } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { CreateResourcePayload } from '../resource-payload/resource-payload.dto';

const field = { field_type: 'text', field: 'body' };
const label = (name: string, more: object = {}) => ({ labelset: 's', label: name, ...more });
const ofParagraph = (classifications: object[], key = 'N_RID/t/body/0-5') => ({
  fieldmetadata: [{ field, paragraphs: [{ key, classifications }] }],
});
const refused = (body: object) => refusals(CreateResourcePayload, body);

describe('what users say about a field', () => {
  it('labels a paragraph at least once, and never twice by the same label', () => {
    const place = 'fieldmetadata.0.paragraphs.0.classifications';
    expect(refused(ofParagraph([label('a'), label('b', { cancelled_by_user: true })]))).toEqual([]);
    expect(refused(ofParagraph([]))).toEqual([`${place}: Value error, ensure classifications has at least 1 items`]);
    expect(refused(ofParagraph([label('a'), label('b'), label('a')]))).toEqual([
      `${place}: Value error, Paragraph classifications need to be unique`,
    ]);
  });

  it('names the field and the paragraph', () => {
    expect(refused({ fieldmetadata: [{}] })).toEqual(['fieldmetadata.0.field: Field required']);
    expect(refused({ fieldmetadata: [{ field: { field_type: 'page', field: 'a' } }] })).toHaveLength(1);
    expect(refused({ fieldmetadata: [{ field: { field_type: 'text', field: 'a b' } }] })).toHaveLength(1);
    expect(refused(ofParagraph([label('a')], 'x'.repeat(1_025)))).toHaveLength(1);
    expect(refused(ofParagraph([label('a')], 'x'.repeat(1_024)))).toEqual([]);
  });

  it('has bounds', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => label(`${i}`));
    expect(refused(ofParagraph(many(100)))).toEqual([]);
    expect(refused(ofParagraph(many(101)))).toHaveLength(1);
    const question = (text: string) => ({ question_answer: { question: { text } } });
    const asked = (questions: object[]) => ({ fieldmetadata: [{ field, question_answers: questions }] });
    expect(refused(asked(Array.from({ length: 1_000 }, () => question('a'))))).toEqual([]);
    expect(refused(asked(Array.from({ length: 1_001 }, () => question('a'))))).toHaveLength(1);
    expect(refused(asked([question('x'.repeat(16_384))]))).toEqual([]);
    expect(refused(asked([question('x'.repeat(16_385))]))).toHaveLength(1);
    expect(refused({ fieldmetadata: Array.from({ length: 1_001 }, () => ({ field })) })).toHaveLength(1);
  });

  it('has at most 1,000 paragraphs of a field, and 100 answers to a question', () => {
    const key = (index: number) => `N_RID/t/body/${index}-${index + 1}`;
    const many = (size: number) => list(size, (index) => ({ key: key(index), classifications: [label('a')] }));
    expect(beyond(1_000, (size) => refused({ fieldmetadata: [{ field, paragraphs: many(size) }] }))).toEqual([
      'fieldmetadata.0.paragraphs: List should have at most 1000 items after validation, not 1001',
    ]);
    const answered = (size: number) => ({ question: { text: 'Why?' }, answers: list(size, () => ({ text: 'So.' })) });
    const asked = (question_answer: object) =>
      refused({ fieldmetadata: [{ field, question_answers: [{ question_answer }] }] });
    expect(beyond(100, (size) => asked(answered(size)))).toEqual([
      'fieldmetadata.0.question_answers.0.question_answer.answers: ' +
        'List should have at most 100 items after validation, not 101',
    ]);
    expect(beyond(100, (size) => asked({ question: { text: 'Why?', ids_paragraphs: list(size, key) } }))).toHaveLength(
      1,
    );
  });

  it.each([
    [{ question_answers: [{}] }, 'question_answers.0.question_answer: Field required'],
    [{ question_answers: [{ question_answer: {} }] }, 'question_answers.0.question_answer.question: Field required'],
    [
      { question_answers: [{ question_answer: { question: { text: 'a', language: 'e n' } } }] },
      'question_answers.0.question_answer.question.language: String should match pattern',
    ],
    [{ paragraphs: [{ classifications: [label('a')] }] }, 'paragraphs.0.key: Field required'],
    [{ paragraphs: [{ key: 'k' }] }, 'paragraphs.0.classifications: Field required'],
    [
      { paragraphs: [{ key: 'k', classifications: [{ label: 'a' }] }] },
      'paragraphs.0.classifications.0.labelset: Field',
    ],
  ])('is not %j', (annotation, fault) => {
    expect(refused({ fieldmetadata: [{ field, ...annotation }] })).toEqual([
      expect.stringContaining(`fieldmetadata.0.${fault}`),
    ]);
  });

  it('is withdrawn or not, and says nothing by default', () => {
    const body = {
      fieldmetadata: [{ field }, { field, question_answers: [{ question_answer: { question: { text: '' } } }] }],
    };
    expect(validate(CreateResourcePayload, body).fieldmetadata).toEqual([
      { field, paragraphs: [], question_answers: [] },
      {
        field,
        paragraphs: [],
        question_answers: [
          { question_answer: { question: { text: '', ids_paragraphs: [] }, answers: [] }, cancelled_by_user: false },
        ],
      },
    ]);
  });

  it('is read with its paragraphs, questions and field', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'field-annotation.dto.ts'), name);
    expect(answer('FieldAnnotation')).toBe('paragraphs, question_answers, field');
    expect(answer('StoredAnnotatedText')).toBe('text, language, ids_paragraphs');
  });
});
