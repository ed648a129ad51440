import {
  encodeMessage,
  fieldTextOf,
  fieldTypes,
  type Found,
  type MessageMetadata,
  type MetadataWrapper,
  questionMembers,
  relationLists,
  timestampOf,
} from '@lectern/augmentation';
import { fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import { type DatasetItem, itemParagraphId, ownMetadata } from './dataset-item';

/** A larger message would not fit into an answer of the queue. */
const MESSAGE_BYTES_MAX = 4.5 * 1024 ** 2;
const DATA_AUGMENTATION = 3;
/** Field types by the names of the interface. */
const numbers: Readonly<Record<string, (typeof fieldTypes)[keyof typeof fieldTypes]>> = {
  file: fieldTypes.FILE,
  link: fieldTypes.LINK,
  text: fieldTypes.TEXT,
  generic: fieldTypes.GENERIC,
  conversation: fieldTypes.CONVERSATION,
};

/** What an agent found in an item. */
export interface ItemFindings {
  readonly found: Found;
  readonly errors: readonly string[];
}

/** The message's record and dataset. */
export interface ResultRecord {
  readonly dataset: string;
  readonly id: string;
  readonly seq: number;
  readonly now: Date;
}

/** The processed message of an item: its metadata with the findings; only the findings if the whole is too large. */
export function resultMessage(item: DatasetItem, findings: ItemFindings, record: ResultRecord): Uint8Array {
  const whole = encodedResult(item, findings, record);
  if (whole.byteLength <= MESSAGE_BYTES_MAX) return whole;
  const bare = { metadata: { metadata: emptyMetadata, split_metadata: {} }, split: undefined };
  return encodedResult({ ...item, ...bare }, findings, record);
}

function encodedResult(item: DatasetItem, { found, errors }: ItemFindings, record: ResultRecord): Uint8Array {
  const { row, letter, split } = item;
  const field = { field_type: numbers[fieldTypeOfLetter[letter]] ?? fieldTypes.TEXT, field: row.field };
  const data_augmentation = {};
  const ids = (destination: string) =>
    [`da-${destination}-${letter}-${row.field}`, ...(split === undefined ? [] : [split])].join('-');
  return encodeMessage({
    kbid: record.dataset,
    uuid: row.rid,
    slug: row.basic.slug,
    basic: {},
    conversations: {},
    texts: Object.fromEntries(found.texts.map((text) => [ids(text.destination), fieldTextOf(text)])),
    question_answers:
      found.questions.length > 0 ? [{ field, question_answers: { question_answers: questionMembers(found) } }] : [],
    generated_by: [{ data_augmentation }],
    link_extracted_data: [],
    file_extracted_data: [],
    extracted_text: [],
    field_metadata: [{ field, metadata: augmentedItem(item, found) }],
    field_vectors: [],
    errors: errors.map((error) => ({
      ...field,
      error: error.slice(0, 1_000),
      code: DATA_AUGMENTATION,
      severity: 1,
      generated_by: { data_augmentation },
    })),
    done_time: timestampOf(record.now),
    processing_id: record.id,
    account_seq: record.seq,
  });
}

function augmentedItem(item: DatasetItem, found: Found): MetadataWrapper['metadata'] {
  const { metadata, split_metadata: splits } = item.metadata;
  const own = augmentedOwn(item, found);
  if (item.split === undefined) return { metadata: own, split_metadata: splits };
  return { metadata: metadata ?? emptyMetadata, split_metadata: { ...splits, [item.split]: own } };
}

function augmentedOwn(item: DatasetItem, found: Found): MessageMetadata {
  const own = ownMetadata(item) ?? emptyMetadata;
  const byKey = new Map(found.paragraphs.map(({ key, classifications }) => [key, classifications]));
  const entities = Object.entries(found.entities).map(([name, list]) => [name, { entities: list }] as const);
  return {
    ...own,
    paragraphs: own.paragraphs.map((paragraph) => ({
      ...paragraph,
      classifications: [...paragraph.classifications, ...(byKey.get(itemParagraphId(item, paragraph)) ?? [])],
    })),
    classifications: [...own.classifications, ...found.classifications],
    entities: { ...own.entities, ...Object.fromEntries(entities) },
    relations: [...(own.relations ?? []), ...relationLists(found)],
  };
}

const never = { seconds: 0, nanos: 0 };
const emptyMetadata: MessageMetadata = {
  links: [],
  paragraphs: [],
  ner: {},
  classifications: [],
  language: '',
  summary: '',
  mime_type: '',
  positions: {},
  entities: {},
  last_index: never,
  last_understanding: never,
  last_extract: never,
  last_summary: never,
  last_processing_start: never,
};
