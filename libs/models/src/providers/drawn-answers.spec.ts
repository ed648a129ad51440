import { AllowList, Egress, Guard } from '@lectern/egress';
import type { GenerationRequest } from '../generator';
import { collect, textOf } from '../generator.contract';
import { egressFetch } from './egress-fetch';
import { ProviderCatalogue } from './provider-catalogue';
import { ProviderGenerators } from './provider-generators';
import { WireServer } from './wire-server.fixture';
import * as wires from './wires.fixture';

const egress = new Egress(new Guard(new AllowList(['127.0.0.1'])));
const timeouts = { firstChunkMs: 10_000, chunkMs: 10_000, totalMs: 20_000 };
const { signal } = new AbortController();
const headers = { 'content-type': 'text/event-stream' };
const PICTURE = Buffer.from('a picture').toString('base64');
const request: GenerationRequest = {
  question: 'Draw the tide.',
  context: [],
  history: [],
  citations: 'none',
  grounded: false,
};

const sent = (parts: readonly object[]) =>
  parts
    .map((part) => ({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0, finishReason: 'STOP' }] }))
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('');
const picture = (mimeType = 'image/png') => ({ inlineData: { mimeType, data: PICTURE } });

describe('a model that draws', () => {
  let server: WireServer;
  beforeEach(async () => (server = await WireServer.start(wires.google)));
  afterEach(() => server.close());
  afterAll(() => egress.onApplicationShutdown());

  function run(id: string, parts: readonly object[], changes: Partial<GenerationRequest> = {}) {
    const palm = new ProviderCatalogue().provider('palm');
    if (!palm) throw new Error('The catalogue has it');
    const catalogue = new ProviderCatalogue({
      providers: [{ ...palm, baseUrl: `${server.origin}/v1beta` }],
      models: [],
    });
    const model = catalogue.model(id);
    if (!model) throw new Error(`${id} is not in the catalogue`);
    const generators = new ProviderGenerators(catalogue, { timeouts, fetch: egressFetch(egress, timeouts.totalMs) });
    server.next({ raw: { status: 200, body: sent(parts), headers } });
    const generator = generators.of(model, { gemini_key: 'sk' });
    return collect(generator.generate({ ...request, ...changes }, { signal }));
  }

  it('gets a request for images where the caller wants them, and gives them between its texts', async () => {
    const chunks = await run('gemini-2.5-flash-image', [{ text: 'High' }, picture(), { text: ' water.' }], {
      draws: true,
    });
    expect(server.calls[0]?.body).toMatchObject({ generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } });
    expect(chunks.slice(0, 3)).toEqual([
      { type: 'text', text: 'High' },
      { type: 'image', contentType: 'image/png', base64: PICTURE },
      { type: 'text', text: ' water.' },
    ]);
    expect(chunks.at(-1)).toEqual({ type: 'status', code: '0' });
  });

  it('may answer by an image alone', async () => {
    const chunks = await run('gemini-2.5-flash-image', [picture()], { draws: true });
    expect(chunks.map(({ type }) => type)).toEqual(['image', 'meta', 'status']);
  });

  it('is not asked for images where the request does not want them, and gives none', async () => {
    const chunks = await run('gemini-2.5-flash-image', [{ text: 'High water.' }, picture()]);
    expect(server.calls[0]?.body.generationConfig).not.toHaveProperty('responseModalities');
    expect([textOf(chunks), chunks.some(({ type }) => type === 'image')]).toEqual(['High water.', false]);
  });

  it('fails with its words when it sends too many images, or a file that is none', async () => {
    const chunks = await run('gemini-2.5-flash-image', Array<object>(17).fill(picture()), { draws: true });
    expect(chunks.filter(({ type }) => type === 'image')).toHaveLength(16);
    expect(chunks.at(-1)).toMatchObject({ type: 'status', code: '-1', details: expect.stringContaining('16 images') });
    await expect(run('gemini-2.5-flash-image', [picture('text/html')], { draws: true })).rejects.toMatchObject({
      message: expect.stringContaining('no image'),
    });
  });
});
