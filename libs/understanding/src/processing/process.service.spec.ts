import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { utils, write } from '@e965/xlsx';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import { GivenStrategies } from '../strategies/strategies.fixture';
import { SeeingModel } from '../strategies/strategy-model.fixture';
import { EgressPages } from './egress-pages';
import { extractConfig } from './extract.config';
import { extractorOptionsOf } from './extractor-options';
import { ProcessService } from './process.service';

const strategies = new GivenStrategies();
const model = new SeeingModel(() => '');
const field: FieldToProcess = { kbid: 'kb', rid: 'r', field: { letter: 't', id: 'a' } };

describe('ProcessService', () => {
  let folder: string;
  let site: Server;
  let port: number;
  let blobs: FilesystemBlobStore;
  let egress: Egress;
  let extractor: Extractor;
  let service: ProcessService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    site = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<title>Port</title><p>The page is open.</p>'),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    // A listening TCP server has an AddressInfo.
    ({ port } = site.address() as AddressInfo);
    blobs = new FilesystemBlobStore(folder);
    extractor = new Extractor(extractorOptionsOf(readConfig(extractConfig, { EXTRACT_PROCESSES: '1' })));
    egress = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
    service = new ProcessService(extractor, blobs, new EgressPages(egress), strategies.fields, model.followed);
  });
  afterAll(async () => {
    await extractor.close();
    await egress.onApplicationShutdown();
    site.close();
    await rm(folder, { recursive: true });
  });

  async function understood(content: Partial<FieldToProcess>) {
    const values: ProcessingValue[] = [];
    for await (const value of service.process({ ...field, ...content }, new AbortController().signal))
      values.push(value);
    const paragraphs = values.flatMap((value) => value.paragraphs ?? []);
    return { text: values.map(({ text }) => text ?? '').join(''), paragraphs, field: values.at(-1)?.field };
  }

  it('understands a text, and names its paragraphs after the field', async () => {
    const { text, paragraphs } = await understood({ text: { body: 'Wait for the light.', format: 'PLAIN' } });
    expect(text).toBe('Wait for the light.');
    expect(paragraphs.map(({ key }) => key)).toEqual(['r/t/a/0-19']);
  });

  it('reads a file where it is stored', async () => {
    const { sizeBytes } = await blobs.write('kb/file', Readable.from(['Name,Fee\nA1,20\n']), { sizeBytesMax: 100 });
    const file = { key: 'kb/file', sizeBytes, contentType: 'text/csv', filename: 'fees.csv' };
    expect((await understood({ file })).text).toContain('Fee: 20');
  });

  it('says of an empty file that it is empty', async () => {
    await blobs.write('kb/empty', Readable.from([]), { sizeBytesMax: 100 });
    const file = { key: 'kb/empty', sizeBytes: 0, contentType: 'text/plain', filename: 'a.txt' };
    const { field: none } = await understood({ file });
    expect(none?.errors).toMatchObject([{ severity: 'ERROR', text: 'The file is empty' }]);
  });

  it('stores pictures of a file where they are wanted', async () => {
    const content = await readFile('libs/extraction/src/fixtures/guide.pdf');
    await blobs.write('kb/guide', Readable.from([content]), { sizeBytesMax: content.length });
    const file = { key: 'kb/guide', sizeBytes: content.length, contentType: 'application/pdf', filename: 'guide.pdf' };
    expect((await understood({ file })).field).not.toHaveProperty('pictures');
    const { field: guide } = await understood({ file, pictures: 'kb/pictures/1' });
    expect(guide?.pictures?.map(({ name, page }) => [name, page])).toEqual([
      ['file_thumbnail', undefined],
      ['generated/extracted_images_0.png', 0],
      ['generated/extracted_images_1.png', 1],
      ['generated/structures.json', undefined],
    ]);
    for (const { key, sizeBytes } of guide?.pictures ?? [])
      expect([key.startsWith('kb/pictures/1/'), await blobs.stat(key)]).toEqual([true, { sizeBytes }]);
  });

  it('fetches the page of a link', async () => {
    const link = { uri: `http://127.0.0.1:${port}/`, headers: {}, cookies: {}, mainContent: false };
    const { text, field: page } = await understood({ link });
    expect([text, page?.title]).toEqual(['The page is open.', 'Port']);
  });

  it('cuts a text where its split strategy says, and notes which one that was', async () => {
    const id = strategies.addSplit({ name: 'hash', custom_split: 1, manual_split: { splitter: '##' } });
    const text = { body: 'One. ## Two.\n\nStill two. ## Three.', format: 'PLAIN' as const };
    const { text: found, paragraphs, field: cut } = await understood({ account: 'a', text, strategies: { split: id } });
    expect(found).toBe(text.body);
    const texts = paragraphs.map(({ start, end }) => text.body.slice(start, end));
    expect(texts).toEqual(['One.', 'Two.\n\nStill two.', 'Three.']);
    expect(cut?.strategies).toEqual({ split: { id, name: 'hash' } });
  });

  it('makes paragraphs as short as a strategy says, the split strategy first', async () => {
    const text = { body: 'A sentence of some words. '.repeat(40), format: 'PLAIN' as const };
    const longest = async (named: FieldToProcess['strategies']) =>
      Math.max(...(await understood({ account: 'a', text, strategies: named })).paragraphs.map((p) => p.end - p.start));
    const split = strategies.addSplit({ max_paragraph: 60 });
    const extract = strategies.addExtract({ split: { max_paragraph: 200 } });
    expect(await longest({ extract })).toBeLessThanOrEqual(200);
    expect(await longest({ extract })).toBeGreaterThan(60);
    expect(await longest({ extract, split })).toBeLessThanOrEqual(60);
  });

  it('reads what a spreadsheet hides where a strategy says so', async () => {
    const book = utils.book_new(utils.aoa_to_sheet([['Fees of the port']]), 'Fees');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Costs of the port']]), 'Costs');
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    const bytes = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }));
    const { sizeBytes } = await blobs.write('kb/book', Readable.from([bytes]), { sizeBytesMax: bytes.length });
    const contentType = 'application/octet-stream';
    const file = { key: 'kb/book', sizeBytes, contentType, filename: 'fees.xlsx' };
    const { text, field: shown } = await understood({ account: 'a', file });
    expect(text).not.toContain('Costs');
    expect(shown?.errors).toMatchObject([{ severity: 'WARNING', text: expect.stringContaining('include_hidden') }]);
    const extract = strategies.addExtract({ include_hidden: true });
    const all = await understood({ account: 'a', file, strategies: { extract } });
    expect(all.text).toContain('Costs (hidden sheet)\n\nCosts of the port');
    expect(all.field?.errors).toEqual([]);
  });

  it('fails a field whose strategy does not exist', async () => {
    const text = { body: 'One.', format: 'PLAIN' as const };
    const split = strategies.addSplit({});
    for (const named of [{ extract: split }, { split: 'no-such' }, { split, extract: 'no-such' }]) {
      const { text: none, field: failed } = await understood({ account: 'a', text, strategies: named });
      expect([none, failed?.errors]).toEqual(['', [{ code: 2, severity: 'ERROR', text: expect.any(String) }]]);
    }
    const { field: strange } = await understood({ text, strategies: { split } });
    expect(strange?.errors).toMatchObject([{ code: 2 }]);
  });

  it('refuses a field without content', async () => {
    await expect(understood({})).rejects.toThrow(/has a text, a file or a link/);
  });
});
