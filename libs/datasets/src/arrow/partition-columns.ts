import type { TrainsetType } from '@lectern/contracts/knowledge-box';

/** Type of a column of a partition. */
export type ColumnType = 'text' | 'list of texts' | 'bytes' | 'flag';

const labelled = { text: 'text', labels: 'list of texts' } as const;

/** Columns of partitions, by type of dataset. */
export const partitionColumns: Readonly<Record<TrainsetType, Readonly<Record<string, ColumnType>>>> = {
  PARAGRAPH_CLASSIFICATION: labelled,
  FIELD_CLASSIFICATION: labelled,
  SENTENCE_CLASSIFICATION: labelled,
  TOKEN_CLASSIFICATION: { text: 'list of texts', labels: 'list of texts' },
  IMAGE_CLASSIFICATION: { image: 'text', selection: 'text' },
  PARAGRAPH_STREAMING: { paragraph_id: 'text', text: 'text' },
  QUESTION_ANSWER_STREAMING: {
    question: 'text',
    answer: 'text',
    question_paragraphs: 'list of texts',
    answer_paragraphs: 'list of texts',
    question_language: 'text',
    answer_language: 'text',
    cancelled_by_user: 'flag',
  },
  FIELD_STREAMING: {
    split: 'text',
    rid: 'text',
    field: 'text',
    field_type: 'text',
    labels: 'list of texts',
    text: 'bytes',
    basic: 'bytes',
    metadata: 'bytes',
  },
};
