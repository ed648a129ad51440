import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Documents that one call reads. */
export const NAMES_MAX = 20;
/** Documents on a page of a list. */
export const LISTED_MAX = 50;
const QUERY_CHARS_MAX = 20_000;
const FILTERS_MAX = 100;

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const text = (description: string, maxLength = 2_000) => ({ type: 'string', minLength: 1, maxLength, description });
const name = text('Id or slug of the document');
const filters = {
  type: 'array',
  maxItems: FILTERS_MAX,
  items: { type: 'string' },
  description: 'Labels such as `/classification.labels/topics/finance`, all of which a document must carry',
};

/** An answer to a question, with the texts that it cites. */
export const searchDocuments: Tool = {
  name: 'search_documents',
  title: 'Search documents',
  description:
    'Answers a question from the documents of the knowledge base. Returns the passages that the answer cites, the ' +
    'answer, and the ids of the documents, which `get_document` reads.',
  inputSchema: {
    type: 'object',
    properties: {
      query: text('The question, or what to look for', QUERY_CHARS_MAX),
      search_configuration: text('Name of a search configuration of the knowledge base'),
      filters,
    },
    required: ['query'],
  },
  annotations: reads,
};

/** The text of a document. */
export const getDocument: Tool = {
  name: 'get_document',
  title: 'Get a document',
  description: 'Returns the text of a document.',
  inputSchema: { type: 'object', properties: { name }, required: ['name'] },
  annotations: reads,
};

/** The texts of several documents. */
export const batchGetDocuments: Tool = {
  name: 'batch_get_documents',
  title: 'Get documents',
  description: `Returns the texts of up to ${NAMES_MAX} documents.`,
  inputSchema: {
    type: 'object',
    properties: {
      names: { type: 'array', minItems: 1, maxItems: NAMES_MAX, items: name, description: 'Ids or slugs of documents' },
    },
    required: ['names'],
  },
  annotations: reads,
};

/** A page of documents. */
export const listDocuments: Tool = {
  name: 'list_documents',
  title: 'List documents',
  description:
    'Lists documents with their titles, labels and dates, a page at a time. Conditions are words of the title, ' +
    'labels, or an expression of conditions.',
  inputSchema: {
    type: 'object',
    properties: {
      query: text('Words that the title must have, in any order', QUERY_CHARS_MAX),
      filters,
      filter_expression: {
        type: 'object',
        description: 'Conditions as `{"resource": …}` with `and`, `or`, `not` and leaves; not together with `filters`',
      },
      sort: { enum: ['created', 'modified', 'title'], description: 'Key of the order; `created` when absent' },
      order: { enum: ['asc', 'desc'], description: 'Direction of the order; `desc` when absent' },
      page_number: { type: 'integer', minimum: 0, description: 'Number of the page, from 0' },
      page_size: {
        type: 'integer',
        minimum: 1,
        maximum: LISTED_MAX,
        description: 'Documents on a page; 20 when absent',
      },
    },
  },
  annotations: reads,
};
