import { refusals } from '../../validation/refused.fixture';
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
});
