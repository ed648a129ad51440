import { parse } from 'protobufjs';
import { PROCESSED_SCHEMA } from './processed-schema';

const { root } = parse(PROCESSED_SCHEMA, { keepCase: true });
const numbersOf = (message: string) =>
  Object.values(root.lookupType(message).fields)
    .map(({ id, name }) => `${id} ${name}`)
    .join(', ');
const valuesOf = (name: string) =>
  Object.entries(root.lookupEnum(name).values)
    .map(([value, number]) => `${value} ${number}`)
    .join(', ');

const messages: readonly (readonly [string, string])[] = [
  ['FieldID', '1 field_type, 2 field'],
  ['ExtractedTextWrapper', '1 body, 2 file, 3 field'],
  ['ExtractedText', '1 text, 2 split_text, 3 deleted_splits'],
  ['ExtractedVectorsWrapper', '1 vectors, 2 file, 3 field, 4 vectorset_id'],
  ['VectorObject', '1 vectors, 2 split_vectors, 3 deleted_splits'],
  ['Vectors', '1 vectors'],
  ['Vector', '1 start, 2 end, 3 start_paragraph, 4 end_paragraph, 5 vector'],
  ['FieldComputedMetadataWrapper', '1 metadata, 4 field'],
  ['FieldComputedMetadata', '1 metadata, 2 split_metadata, 3 deleted_splits'],
  [
    'FieldMetadata',
    '1 links, 2 paragraphs, 3 ner, 4 classifications, 5 last_index, 6 last_understanding, 7 last_extract, ' +
      '8 last_summary, 9 thumbnail, 10 language, 11 summary, 12 positions, 13 relations, 14 mime_type, ' +
      '15 entities, 16 last_processing_start',
  ],
  [
    'Paragraph',
    '1 start, 2 end, 3 start_seconds, 4 end_seconds, 5 kind, 6 classifications, 7 sentences, 9 text, 10 page, ' +
      '11 representation, 12 relations',
  ],
  ['Sentence', '1 start, 2 end, 3 key'],
  ['PageInformation', '1 page, 2 page_with_visual'],
  ['Representation', '1 is_a_table, 2 reference_file'],
  ['ParagraphRelations', '1 parents, 2 siblings, 3 replacements'],
  ['Classification', '1 labelset, 2 label, 3 cancelled_by_user, 4 split'],
  ['FieldEntities', '1 entities'],
  ['FieldEntity', '1 text, 2 label, 3 positions'],
  ['Positions', '1 position, 2 entity'],
  ['Position', '1 start, 2 end'],
  ['Relations', '1 relations'],
  ['Relation', '5 relation, 6 source, 7 to, 8 relation_label, 9 metadata'],
  ['RelationNode', '4 value, 5 ntype, 6 subtype'],
  [
    'RelationMetadata',
    '1 paragraph_id, 2 source_start, 3 source_end, 4 to_start, 5 to_end, 6 data_augmentation_task_id',
  ],
  ['LargeComputedMetadataWrapper', '1 real, 2 file, 3 field'],
  ['LargeComputedMetadata', '1 metadata, 2 split_metadata, 3 deleted_splits'],
  ['LargeFieldMetadata', '1 entities, 2 tokens'],
  ['LargeEntity', '1 token, 2 root, 3 type'],
  ['FieldQuestionAnswerWrapper', '1 question_answers, 2 file, 3 field'],
  ['FieldQuestionAnswers', '1 question_answers, 2 split_question_answers, 3 deleted_splits'],
  ['QuestionAnswers', '1 question_answer'],
  ['QuestionAnswer', '1 question, 2 answers'],
  ['Question', '1 text, 2 language, 3 ids_paragraphs'],
  ['Answer', '1 text, 2 language, 3 ids_paragraphs, 4 reason'],
  [
    'FileExtractedData',
    '1 language, 2 md5, 3 metadata, 4 nested, 5 file_generated, 6 file_rows_previews, 7 file_preview, ' +
      '8 file_pages_previews, 9 file_thumbnail, 10 field, 11 icon, 14 title',
  ],
  ['FilePages', '1 pages, 2 positions, 3 structures'],
  ['PageStructure', '1 page, 2 tokens'],
  ['PageSize', '1 width, 2 height'],
  ['Token', '5 text, 6 line, 7 x, 8 y, 9 width, 10 height'],
  ['RowsPreview', '1 sheets'],
  ['Sheet', '1 rows'],
  ['Row', '1 cell'],
  [
    'LinkExtractedData',
    '1 date, 2 language, 4 title, 5 metadata, 6 link_thumbnail, 7 link_preview, 8 field, 9 link_image, ' +
      '10 description, 11 type, 12 embed, 14 file_generated',
  ],
  ['CloudFile', '1 uri, 2 size, 3 content_type, 4 bucket_name, 5 source, 6 filename, 13 md5'],
  ['FieldText', '1 body, 2 format, 3 md5, 4 generated_by, 5 extract_strategy, 6 split_strategy'],
  ['FieldAuthor', '1 user, 2 data_augmentation'],
  ['Conversation', '1 messages, 2 extract_strategy, 3 split_strategy, 4 replace_field, 5 generated_by'],
  ['Message', '1 timestamp, 2 who, 3 to, 4 content, 5 ident, 6 type'],
  ['MessageContent', '1 text, 2 format, 4 attachments, 5 attachments_fields'],
  ['MessageContent.FieldRef', '1 field_type, 2 field_id, 3 split'],
  ['Error', '1 field, 2 field_type, 3 error, 4 code, 5 generated_by, 6 severity'],
  ['Basic', '1 slug, 2 icon, 3 title, 4 summary, 5 thumbnail, 7 created, 8 modified, 9 metadata, 12 uuid, 13 labels'],
  ['BasicMetadata', '1 metadata, 2 language, 3 languages, 4 useful, 5 status'],
  ['Generator', '1 processor, 2 data_augmentation'],
  ['FieldKeyValue', '1 schema_id, 2 data'],
  ['DeletedSplits', '1 field, 2 splits'],
  ['Security', '1 access_groups'],
  ['Timestamp', '1 seconds, 2 nanos'],
];

describe('the numbers of a processed message', () => {
  it('are those that clients parse', () => {
    expect(numbersOf('ProcessedMessage')).toBe(
      '1 kbid, 3 uuid, 4 slug, 6 type, 8 basic, 11 conversations, 13 texts, 18 link_extracted_data, ' +
        '19 file_extracted_data, 20 extracted_text, 21 field_metadata, 22 field_vectors, 23 field_large_metadata, ' +
        '24 delete_fields, 26 slow_processing_time, 28 pre_processing_time, 29 done_time, 31 errors, ' +
        '32 processing_id, 33 source, 34 account_seq, 36 reindex, 38 question_answers, 39 security, ' +
        '40 generated_by, 42 delete_question_answers, 43 user_relations, 47 key_value_fields, 48 delete_splits',
    );
  });

  it.each(messages)('are in a %s: %s', (message, numbers) => {
    expect(numbersOf(message)).toBe(numbers);
  });

  it.each([
    ['FieldType', 'FILE 0, LINK 1, TEXT 4, GENERIC 6, CONVERSATION 7, KEY_VALUE 8'],
    ['ProcessedMessage.Type', 'AUTOCOMMIT 0, MULTI 1, COMMIT 2, ROLLBACK 3, DELETE 4'],
    ['ProcessedMessage.Source', 'WRITER 0, PROCESSOR 1'],
    ['Paragraph.Kind', 'TEXT 0, OCR 1, INCEPTION 2, DESCRIPTION 3, TRANSCRIPT 4, TITLE 5, TABLE 6'],
    ['Relation.RelationType', 'CHILD 0, ABOUT 1, ENTITY 2, COLAB 3, SYNONYM 4, OTHER 5'],
    ['RelationNode.NodeType', 'ENTITY 0, LABEL 1, RESOURCE 2, USER 3'],
    ['CloudFile.Source', 'PROCESSING 0, GCS 1, S3 2, LOCAL 3, EXTERNAL 4, EMPTY 5, EXPORT 6, POSTGRES 7, AZURE 8'],
    ['Error.Code', 'GENERIC 0, EXTRACT 1, PROCESS 2, DATAAUGMENTATION 3, INDEX 4'],
    ['Error.Severity', 'ERROR 0, WARNING 1'],
    ['BasicMetadata.Status', 'PENDING 0, PROCESSED 1, ERROR 2, BLOCKED 3, EXPIRED 4'],
  ])('are of %s: %s', (name, values) => {
    expect(valuesOf(name)).toBe(values);
  });

  it('never use those that clients reserve', () => {
    const used = Object.values(root.lookupType('ProcessedMessage').fields).map(({ id }) => id);
    expect(used.filter((id) => [2, 10, 12, 14, 15, 27, 46].includes(id))).toEqual([]);
  });

  it('are all known here: no message is without a row', () => {
    const known = messages.map(([name]) => name).filter((name) => !name.includes('.'));
    expect(Object.keys(root.nested ?? {}).sort()).toEqual(
      [...known, 'ProcessedMessage', 'FieldType', 'Nothing'].sort(),
    );
  });
});
