import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { AppError, sentencesAt } from '@lectern/contracts/core';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import type { GenerationRequest } from '@lectern/models';
import { EgressPages } from '../processing/egress-pages';
import { extractConfig } from '../processing/extract.config';
import { extractorOptionsOf } from '../processing/extractor-options';
import { ProcessService } from '../processing/process.service';
import { GivenStrategies } from './strategies.fixture';
import { SeeingModel } from './strategy-model.fixture';

const field: FieldToProcess = { kbid: 'kb', account: 'a', rid: 'r', field: { letter: 't', id: 'a' } };
const SENTENCES = ['The moon pulls the sea.', 'Tides follow it.', 'Ferries wait.', 'They leave at dawn.'];
const TEXT = SENTENCES.join(' ');
const TABLE = '| Berth | Fee |\n| --- | --- |\n| A1 | 20 |';

describe('strategies that ask a model', () => {
  let folder: string;
  let blobs: FilesystemBlobStore;
  let egress: Egress;
  let extractor: Extractor;
  const strategies = new GivenStrategies();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
    blobs = new FilesystemBlobStore(folder);
    extractor = new Extractor(extractorOptionsOf(readConfig(extractConfig, { EXTRACT_PROCESSES: '1' })));
    egress = new Egress(new Guard(new AllowList([])));
  });
  afterAll(async () => {
    await extractor.close();
    await egress.onApplicationShutdown();
    await rm(folder, { recursive: true });
  });

  async function understood(model: SeeingModel, content: Partial<FieldToProcess>) {
    const service = new ProcessService(extractor, blobs, new EgressPages(egress), strategies.fields, model.followed);
    const values: ProcessingValue[] = [];
    for await (const value of service.process({ ...field, ...content }, new AbortController().signal))
      values.push(value);
    const text = values.map((value) => value.text ?? '').join('');
    const paragraphs = values.flatMap((value) => value.paragraphs ?? []);
    const texts = paragraphs.map(({ start, end }) => text.slice(start, end));
    return { text, paragraphs, texts, field: values.at(-1)?.field };
  }

  const stored = async (name: string, contentType: string) => {
    const content = await readFile(`libs/extraction/src/fixtures/${name}`);
    await blobs.write(`kb/${name}`, Readable.from([content]), { sizeBytesMax: content.length });
    return { key: `kb/${name}`, sizeBytes: content.length, contentType, filename: name };
  };

  describe('to split', () => {
    const split = strategies.addSplit({ name: 'topics', custom_split: 2, llm_split: { rules: ['One topic each.'] } });
    const cut = (model: SeeingModel, body = TEXT) =>
      understood(model, { text: { body, format: 'PLAIN' }, strategies: { split } });

    it('cut where the model proposes it, and leave the text as it is', async () => {
      const model = new SeeingModel(() => ({ starts: [1, 3] }));
      const { text, texts, paragraphs, field: found } = await cut(model);
      expect(text).toBe(TEXT);
      expect(texts).toEqual(['The moon pulls the sea. Tides follow it.', 'Ferries wait. They leave at dawn.']);
      expect(paragraphs.map(({ key, sentences }) => [key, sentencesAt(sentences)])).toEqual([
        [
          'r/t/a/0-40',
          [
            { start: 0, end: 23 },
            { start: 24, end: 40 },
          ],
        ],
        [
          'r/t/a/41-74',
          [
            { start: 41, end: 54 },
            { start: 55, end: 74 },
          ],
        ],
      ]);
      expect(found).toMatchObject({
        errors: [],
        strategies: { split: { id: split, model: 'seeing', calls: 1, input_tokens: 10, output_tokens: 2 } },
      });
      const [request] = model.requests;
      expect(request?.system).toContain('- One topic each.');
      expect(request?.user).toBe(SENTENCES.map((sentence, at) => `[${at + 1}] ${sentence}`).join('\n'));
    });

    it('go on with the last paragraph of a window in the next one', async () => {
      const body = Array.from({ length: 450 }, (_, at) => `Sentence ${at} is here.`).join(' ');
      // One paragraph per ten sentences, wherever a window begins.
      const model = new SeeingModel(({ user = '' }) => {
        const starts = user.split('\n').flatMap((line, at) => (/Sentence \d*0 is/.test(line) ? [at + 1] : []));
        return { starts: [1, ...starts] };
      });
      const { texts } = await cut(model, body);
      expect(texts).toHaveLength(45);
      expect(model.requests.length).toBeGreaterThan(2);
    });

    it('leave paragraphs as they were, with a warning, when the model answers nonsense or nothing', async () => {
      const broken = () => {
        throw new AppError('provider_failed', 'The model provider failed (500)');
      };
      for (const answer of [() => ({ starts: [0, 99] }), () => ({}), broken]) {
        const { texts, field: found } = await cut(new SeeingModel(answer));
        expect(texts).toEqual([TEXT]);
        expect(found?.errors).toMatchObject([{ code: 2, severity: 'WARNING' }]);
      }
    });
  });

  describe('to extract', () => {
    const pages = strategies.addExtract({ name: 'eyes', vllm_config: { rules: ['Keep German.'] } });
    const tables = strategies.addExtract({ ai_tables: {}, max_parallel_llm_calls: 2 });
    const read = async (model: SeeingModel, extract: string, more: Partial<FieldToProcess> = {}) =>
      understood(model, { file: await stored('guide.pdf', 'application/pdf'), strategies: { extract }, ...more });
    const imagesIn = ({ images = [] }: GenerationRequest) => images.length;

    it('have every page read by the model', async () => {
      let page = 0;
      const model = new SeeingModel(() => `# Page ${(page += 1)}\n\nIt was *seen*.`);
      const { text, paragraphs, field: found } = await read(model, pages);
      expect(text).toMatch(/^Page [12]\n\nIt was seen\.\n\nPage [12]\n\nIt was seen\.$/);
      expect(paragraphs.map(({ page: one }) => one?.page)).toEqual([0, 1]);
      expect(found).toMatchObject({
        errors: [],
        pages: 2,
        mimeType: 'application/pdf',
        strategies: { extract: { id: pages, name: 'eyes', calls: 2, input_tokens: 20, output_tokens: 4 } },
      });
      expect(model.requests.map(imagesIn)).toEqual([1, 1]);
      expect(model.requests[0]?.system).toContain('- Keep German.');
    });

    it('keep what was found before on pages that the model does not read', async () => {
      const { text: before } = await understood(new SeeingModel(String), {
        file: await stored('guide.pdf', 'application/pdf'),
      });
      let calls = 0;
      const model = new SeeingModel(() => {
        if ((calls += 1) > 1) throw new AppError('provider_failed', 'The model provider failed (500)');
        return 'SEEN';
      });
      const { text, field: found } = await read(model, pages);
      expect(text.startsWith('SEEN\n\n')).toBe(true);
      const kept = text.slice('SEEN\n\n'.length).split(/\s+/);
      expect(before.split(/\s+/).slice(-kept.length)).toEqual(kept);
      expect(found?.errors).toMatchObject([{ severity: 'WARNING', text: expect.stringMatching(/1 of 2 pages.*500/) }]);
      const none = await read(new SeeingModel(() => ''), pages);
      const failing = new SeeingModel(() => {
        throw new AppError('provider_failed', 'gone');
      });
      const untouched = await read(failing, pages);
      expect([untouched.text, none.text]).toEqual([before, '']);
    });

    it('warn where the model is blind, or there are no pages', async () => {
      const blind = await read(new SeeingModel(() => 'x', { vision: false }), pages);
      expect(blind.field?.errors).toMatchObject([{ severity: 'WARNING', text: expect.stringContaining('no images') }]);
      const text = { body: TEXT, format: 'PLAIN' as const };
      const plain = await understood(new SeeingModel(() => 'x'), { text, strategies: { extract: pages } });
      expect([plain.text, plain.field?.errors]).toEqual([
        TEXT,
        [{ code: 2, severity: 'WARNING', text: expect.stringContaining('has none') }],
      ]);
    });

    it('read pictures that nothing else here can read', async () => {
      const file = await stored('notice.png', 'image/png');
      const { text, field: found } = await understood(new SeeingModel(() => 'Wait here.'), {
        file,
        strategies: { extract: pages },
      });
      expect([text, found?.mimeType, found?.errors]).toEqual(['Wait here.', 'image/png', []]);
    });

    it('rewrite tables, and keep the picture that shows them', async () => {
      const model = new SeeingModel(() => ({
        tables: [
          { page: 1, markdown: TABLE },
          { page: 7, markdown: TABLE },
        ],
      }));
      const { texts, paragraphs, field: found } = await read(model, tables, { pictures: 'kb/pictures/2' });
      const at = texts.indexOf(TABLE);
      const name = `generated/extracted_images_${paragraphs[at]?.page?.page}.png`;
      expect(paragraphs[at]).toMatchObject({
        kind: 'TABLE',
        representation: { is_a_table: true, reference_file: name },
      });
      expect(found?.pictures?.map((picture) => picture.name)).toContain(name);
      expect(texts.filter((text) => text !== TABLE).length).toBeGreaterThan(0);
    });
  });
});
