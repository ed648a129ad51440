import {
  CreateResourcePayload,
  MessageContentPayload,
  MessagePayload,
  ModifyResourcePayload,
  TextFieldPayload,
} from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { type Known, rightValues } from './right-values';

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Nothing answers there: fetches fail at once, and the field has an error. */
const addresses = fc.constantFrom(
  ...['http://127.0.0.1:9/a', 'https://localhost/ä?q=%20#x', 'http://[::1]:9/', 'HTTPS://127.0.0.1/%7Ea/../b'],
);
const mediaTypes = fc.constantFrom(...['text/plain', 'application/octet-stream', 'image/png', 'text/plain+blankline']);
const webPairs = fc.dictionary(
  fc.constantFrom(...['x-a', 'Accept', 'constructor']),
  fc.constantFrom(...['', 'ä', 'a b']),
  {
    noNullPrototype: true,
  },
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
);
const filenames = fc.constantFrom(...['a.txt', 'b%20c.pdf', 'ü/../x', '\u0000', 'null', '𝒳'.repeat(2_048)]);

const inlineFiles = fc
  .record(
    { bytes, filename: filenames, content_type: mediaTypes, isSummed: fc.boolean() },
    { requiredKeys: ['bytes', 'filename', 'isSummed'], noNullPrototype: true },
  )
  .map(({ bytes: content, isSummed, ...rest }) => ({
    ...rest,
    payload: inBase64(content),
    ...(isSummed && { md5: md5Of(content).toUpperCase() }),
  }));
const externalFiles = fc.record(
  {
    uri: addresses,
    filename: filenames,
    content_type: mediaTypes,
    extra_headers: webPairs,
    md5: fc.constant('A'.repeat(32)),
  },
  { requiredKeys: ['uri'], noNullPrototype: true },
);
const attachments = fc
  .record({ bytes, filename: filenames, content_type: fc.constantFrom('text/plain', 'image/png') })
  .map(({ bytes: content, ...rest }) => ({ ...rest, payload: inBase64(content), md5: md5Of(content) }));

/** The schemas that key-value fields of these payloads have. */
export const schemas = [
  {
    id: 'facts',
    fields: [
      { key: 'name', type: 'text' },
      { key: 'names', type: 'text', repeated: true, required: false },
      { key: 'whole', type: 'integer', range: true, required: false },
      { key: 'size', type: 'float', range: true, required: false },
      { key: 'is so', type: 'boolean', required: false },
      { key: 'at', type: 'date', required: false },
      { key: 'constructor', type: 'date', range: true, required: false },
    ],
  },
  { id: 'toString', fields: [{ key: 'ß', type: 'text', required: false }] },
] as const;

const values = fc.string({ unit: 'grapheme', maxLength: 20 });
const wholes = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 1));
const sizes = fc.double({ noNaN: true, noDefaultInfinity: true });
const rising = <T extends number>(some: fc.Arbitrary<T>) =>
  fc
    .tuple(some, some)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ lower: Math.min(a, b), upper: Math.max(a, b) }));
const facts = fc.record(
  {
    name: values,
    names: fc.oneof(values, fc.array(values, { maxLength: 3 })),
    whole: fc.oneof(wholes, rising(wholes)),
    size: fc.oneof(sizes, rising(sizes)),
    'is so': fc.boolean(),
    at: fc.constantFrom('2024-02-29T23:59:59Z', '1900-01-01 00:00:00.123456789+05:30'),
    constructor: fc.constant({ lower: '2024-01-01T00:00:00.000000001Z', upper: '2024-01-01T00:00:00.000000002Z' }),
  },
  { requiredKeys: ['name'], noNullPrototype: true },
);
const keyValues = fc.record(
  {
    facts: facts.map((data) => ({ data })),
    toString: fc.record(
      { data: fc.record({ ß: values }, { requiredKeys: [], noNullPrototype: true }) },
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** A text that promises to be JSON is made one. */
function written<T extends { format?: unknown }>(member: keyof T & string, value: T): T {
  return value.format === 'JSON' ? { ...value, [member]: JSON.stringify(value[member]) } : value;
}

const simple: Known = {
  'LinkFieldPayload.uri': addresses,
  'LinkFieldPayload.headers': webPairs,
  'LinkFieldPayload.cookies': webPairs,
  FilePayload: fc.oneof(inlineFiles, externalFiles),
  AttachmentPayload: attachments,
  'MessagePayload.ident': fc.constantFrom(
    ...['m1', '1', '__proto__', 'constructor', 'a b', '%2F', 'ü', 'x'.repeat(128)],
  ),
  'CreateResourcePayload.icon': fc.constantFrom('image/svg+xml', 'application/pdf'),
  'CreateResourcePayload.slug': fc.uuid(),
  'ModifyResourcePayload.slug': fc.uuid(),
  'CreateResourcePayload.key_values': keyValues,
  'ModifyResourcePayload.key_values': keyValues,
};
const withTexts: Known = {
  ...simple,
  TextFieldPayload: rightValues(TextFieldPayload, simple).map((value) => written('body', value)),
  MessageContentPayload: rightValues(MessageContentPayload, simple).map((value) => written('text', value)),
};
const known: Known = {
  ...withTexts,
  'ConversationFieldPayload.messages': fc.uniqueArray(rightValues(MessagePayload, withTexts), {
    maxLength: 3,
    selector: ({ ident }) => ident,
  }),
};

/** Payloads of new resources, with every member that the declaration has. */
export const newResources = rightValues(CreateResourcePayload, known);
/** Payloads of changes, with every member that the declaration has. */
export const changes = rightValues(ModifyResourcePayload, known);
