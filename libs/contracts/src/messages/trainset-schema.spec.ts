import { parse } from 'protobufjs';
import { TRAINSET_SCHEMA } from './trainset-schema';

const { root } = parse(TRAINSET_SCHEMA, { keepCase: true });
const numbersOf = (message: string) =>
  Object.values(root.lookupType(`trainset.${message}`).fields)
    .map(({ id, name, repeated }) => `${id} ${name}${repeated ? '[]' : ''}`)
    .join(', ');

describe('the numbers of a training set', () => {
  it.each([
    ['TrainSet', '1 type, 2 filter, 3 batch_size, 4 exclude_text'],
    [
      'Filter',
      '1 labels[], 2 paths[], 3 rids[], 4 tags[], 5 icons[], 6 metadata[], 7 entities[], 8 fields[], 9 status[]',
    ],
    ['Batch', '1 data[]'],
    ['Paragraph', '1 id, 2 text'],
    ['Labelled', '1 text[], 2 labels[]'],
    ['Label', '1 labelset, 2 label, 3 origin'],
    ['Tokens', '1 token[], 2 label[]'],
    ['QuestionAnswer', '1 question, 2 answer, 3 cancelled_by_user'],
    ['Said', '1 text, 2 language, 3 paragraphs[]'],
    ['Field', '2 rid, 3 field, 4 field_type, 5 labels[], 6 text, 7 basic, 10 metadata'],
    ['FieldParts', '2 rid, 3 field, 4 field_type, 5 labels[], 6 text, 7 basic, 10 metadata'],
    ['Extracted', '1 text'],
    ['Basic', '1 slug, 2 icon, 3 title, 4 summary, 7 created, 8 modified, 9 metadata, 12 uuid, 37 hidden'],
    ['Metadata', '2 language, 3 languages[], 5 status'],
    ['Computed', '1 metadata'],
    ['FieldMetadata', '2 paragraphs[], 3 entities[], 10 language, 14 mime_type'],
    ['Range', '1 start, 2 end, 5 kind'],
    ['Entity', '1 text, 2 label'],
  ])('are in a %s: %s', (message, numbers) => {
    expect(numbersOf(message)).toBe(numbers);
  });

  it('tell where a label is from', () => {
    expect(root.lookupEnum('trainset.Label.Origin').values).toEqual({ PARAGRAPH: 0, FIELD: 1, RESOURCE: 2 });
  });
});
