import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@lectern/blob-store';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { readMessage, writeMessage } from '@lectern/contracts/messages';
import { fieldTypes, type FileData, type MessageText } from '../../../augmentation/src/message/processed-message';
import type { FoundField } from './field-finding';
import { FileTokens } from './file-tokens';
import { MessageAssembly } from './message-assembly';
import { MessageFiles } from './message-files';

const now = new Date();
const account = '5b2c8a0e-4a3f-4a43-9f0a-0a8f3f6f7a11';
const understood: UnderstoodField = {
  summary: '',
  language: 'en',
  languages: ['en'],
  mimeType: 'text/plain',
  entities: [],
  links: [],
  errors: [],
};

function paragraph(start: number): UnderstoodParagraph {
  return {
    start,
    end: start + 1,
    kind: 'TEXT',
    language: 'en',
    headings: [],
    key: '',
    classifications: [],
    sentences: [start, start + 1],
    start_seconds: [],
    end_seconds: [],
    page: null,
    representation: null,
    relations: null,
  };
}

function field(id: string, text: string, paragraphs = 1): FoundField {
  const pieces = [{ text, paragraphs: Array.from({ length: paragraphs }, (_, i) => paragraph(i)), understood }];
  return {
    work: { letter: 't', type: fieldTypes.TEXT, id, labels: [], pieces: [], strategies: {} },
    pieces,
    errors: [],
    labels: [],
  };
}

describe('The assembly of a message', () => {
  let folder: string;
  let blobs: FilesystemBlobStore;
  const tokens = new FileTokens(new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assembly-'));
    blobs = new FilesystemBlobStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const assembly = () => {
    const owner = { account, folder: 'account/a/processing/p', now, expires: new Date(now.getTime() + 60_000) };
    return new MessageAssembly(new MessageFiles(blobs, tokens), owner, now);
  };

  it('puts texts that the message has no room for into files that it names', async () => {
    const one = assembly();
    const long = 'tide '.repeat(300_000);
    for (const id of ['first', 'second']) expect(await one.add(field(id, long))).toBe(true);
    const [first, second] = one.parts.extracted_text;
    expect([first?.body?.text, second?.body]).toEqual([long, undefined]);
    const file = tokens.read(second?.file?.uri ?? '', account, now);
    const text = readMessage<MessageText>('ExtractedText', await buffer(await blobs.read(file?.key ?? '')));
    expect(text.text).toBe(long);
  });

  it('never becomes larger than what travels at once, and says which fields were left out', async () => {
    const one = assembly();
    for (let i = 0; i < 40; i += 1) await one.add(field(`f${i}`, 'tide', 5_000));
    const bytes = one.parts.field_metadata.reduce(
      (sum, part) => sum + writeMessage('FieldComputedMetadataWrapper', part).byteLength,
      0,
    );
    expect(bytes).toBeLessThan(3 * 1024 * 1024);
    expect(one.parts.errors.length + one.parts.field_metadata.length).toBe(40);
    expect(one.parts.errors[0]?.error).toContain('more paragraphs than the message has room for');
  });

  it('says where words stand on the first pages, as long as there is room', async () => {
    const token = { x: 1.5, y: 2, width: 3, height: 4, text: 'tide', line: 0 };
    const structure = { page: { width: 595.28, height: 841.89 }, tokens: Array.from({ length: 9_000 }, () => token) };
    const bytes = Buffer.from(`[\n${Array.from({ length: 3 }, () => JSON.stringify(structure)).join(',\n')}\n]\n`);
    const stored = { name: 'generated/structures.json', key: 'structures', contentType: 'application/json' };
    await blobs.write(stored.key, Readable.from([bytes]), { sizeBytesMax: bytes.byteLength });
    const pictures = [{ ...stored, sizeBytes: bytes.byteLength, md5: '' }];
    const { work, pieces, ...rest } = field('guide.pdf', 'tide');
    const file = { ...work, letter: 'f', type: fieldTypes.FILE } as const;
    const one = assembly();
    const seen = pieces.map((piece) => ({ ...piece, understood: { ...understood, pictures } }));
    expect(await one.add({ ...rest, work: file, pieces: seen })).toBe(true);
    const [data] = one.parts.file_extracted_data;
    const structures = data?.file_pages_previews?.structures ?? [];
    expect(structures.map(({ page, tokens }) => [page, tokens.length])).toEqual([[{ width: 595, height: 842 }, 9_000]]);
    const size = writeMessage('FileExtractedData', data ?? {}).byteLength;
    expect(size).toBeLessThan(600 * 1024);
    expect(Object.keys(data?.file_generated ?? {})).toEqual(['structures.json']);
  });

  it('has the rows of sheets, as long as there is room', async () => {
    const preview = { sheets: { Plans: { rows: [{ cell: ['Basic', '$5'] }] } } };
    const bytes = Buffer.from(JSON.stringify(preview));
    const stored = { name: 'generated/rows.json', key: 'rows', contentType: 'application/json', md5: '' };
    await blobs.write(stored.key, Readable.from([bytes]), { sizeBytesMax: bytes.byteLength });
    const dataOf = async (sizeBytes: number) => {
      const { work, pieces, ...rest } = field('plans.xlsx', 'tide');
      const file = { ...work, letter: 'f', type: fieldTypes.FILE } as const;
      const one = assembly();
      const pictures = [{ ...stored, sizeBytes }];
      await one.add({
        ...rest,
        work: file,
        pieces: pieces.map((piece) => ({ ...piece, understood: { ...understood, pictures } })),
      });
      const encoded = writeMessage('FileExtractedData', one.parts.file_extracted_data[0] ?? {});
      return readMessage<FileData>('FileExtractedData', encoded).file_rows_previews;
    };
    expect(await dataOf(bytes.byteLength)).toMatchObject({ rows: preview });
    expect(Object.keys((await dataOf(1024 * 1024)) ?? {})).toEqual([]);
  });

  it('keeps every error, and as many warnings as there is room for', async () => {
    const one = assembly();
    const warnings = Array.from({ length: 300 }, () => ({
      ...({ code: 1, severity: 'WARNING' } as const),
      text: 'x'.repeat(2_000),
    }));
    const failed = { code: 2, severity: 'ERROR', text: 'no' } as const;
    for (let i = 0; i < 5; i += 1) await one.add({ ...field(`f${i}`, ''), errors: [...warnings, failed] });
    const { errors } = one.parts;
    expect(errors.filter(({ severity }) => severity === 0)).toHaveLength(5);
    expect(errors.reduce((sum, { error }) => sum + error.length, 0)).toBeLessThan(140_000);
  });
});
