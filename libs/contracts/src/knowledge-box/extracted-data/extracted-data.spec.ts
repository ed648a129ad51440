import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';

const answer = (name: string) => membersOf(join(__dirname, 'extracted-data.dto.ts'), name);

describe('results of processing in answers', () => {
  it('have only the parts that were requested', () => {
    expect(answer('ExtractedData')).toBe(
      'text?, metadata?, vectors?, large_metadata?, question_answers?, file?, link?',
    );
  });

  it('have all members of the metadata of a field, which clients read without looking', () => {
    expect(answer('FieldMetadata')).toBe(
      'links, paragraphs, ner, entities, classifications, last_index|null, last_understanding|null, ' +
        'last_extract|null, last_summary|null, last_processing_start|null, thumbnail|null, language, summary, ' +
        'positions, relations|null, mime_type, strategies?',
    );
  });

  it('have all members of a paragraph', () => {
    expect(answer('ExtractedParagraph')).toBe(
      'start, end, start_seconds, end_seconds, kind, classifications, sentences, key, page|null, ' +
        'representation|null, relations',
    );
  });

  it.each([
    ['EntityMention', 'text, label, positions'],
    ['LargeMetadata', 'entities, tokens'],
    ['QuestionAnswers', 'question_answer'],
    ['ParagraphVectors', 'vectors'],
    ['PageStructure', 'page, tokens'],
    ['UsedStrategies', 'extract?, split?'],
    ['UsedStrategy', 'id, name, model?, calls?, input_tokens?, output_tokens?'],
  ])('have of %s: %s', (name, members) => {
    expect(answer(name)).toBe(members);
  });
});
