import type { ConsoleServer } from '../../../console-server.fixture';

export const RESOURCE = '/api/v1/kb/b1/resource/r1';
export const GET = `GET ${RESOURCE}`;

/** A resource with one text. */
export const whole = {
  id: 'r1',
  slug: 'ebb',
  title: 'Ebb',
  summary: '',
  icon: 'text/plain',
  created: '2026-01-01T12:00:00',
  modified: '2026-01-02T12:00:00',
  hidden: false,
  metadata: { status: 'PROCESSED', languages: ['en', 'es'] },
  usermetadata: { classifications: [{ labelset: 'topics', label: 'sea', cancelled_by_user: false }] },
  security: { access_groups: [] },
  data: { texts: { note: { value: { body: 'The sea **falls**.', format: 'PLAIN' } } } },
};

/** A field as it is read with what was extracted of it. */
export const field = (type: string, value: object, more: object = {}) => ({
  field_type: type,
  field_id: 'note',
  value,
  extracted: {
    text: { text: '', split_text: {} },
    metadata: { metadata: { paragraphs: [] }, split_metadata: {} },
    ...more,
  },
});
/** What was extracted of a text, with a paragraph per range. */
export const extracted = (text: string, ranges: readonly (readonly [number, number])[], more: object = {}) => {
  const paragraphs = ranges.map(([start, end], at) => ({
    key: `p${at}`,
    start,
    end,
    kind: 'TEXT',
    page: null,
    ...more,
  }));
  return { text: { text, split_text: {} }, metadata: { metadata: { paragraphs, ner: {} }, split_metadata: {} } };
};
export const plain = field('text', { body: 'The sea falls.', format: 'PLAIN' });

/** Serves a resource with one file. */
export function serveFile(server: ConsoleServer, file: object, more: object = {}): void {
  const value = {
    file: {
      filename: 'a.bin',
      uri: '/kb/b1/resource/r1/file/note/download/field',
      size: 3,
      content_type: 'x/y',
      ...file,
    },
  };
  server.on(GET, { ...whole, data: { files: { note: { value } } } });
  server.on(`${GET}/file/note`, field('file', value, more));
}
