import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { Embedders } from '../embedders';
import { tinyEmbedder, writeFiles } from '../onnx/tiny-models.fixture';
import { ModelStore } from '../store/model-store';
import { tarOf, zipOf } from '../../../archives/src/archives.fixture';
import { ModelAdder } from './model-adder';
import { removeModel } from './removal';

const files = tinyEmbedder();
const entries = Object.entries(files).map(([path, bytes]) => ({ path: `tiny/${path}`, bytes }));
const hashOf = (bytes: Buffer = Buffer.alloc(0)) => createHash('sha256').update(bytes).digest('hex');

describe('ModelAdder', () => {
  let folder: string;
  let store: ModelStore;
  let adder: ModelAdder;
  const egress = new Egress(new Guard(new AllowList(['127.0.0.1'])));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adder-'));
    store = new ModelStore(join(folder, 'store'));
    adder = new ModelAdder(store, egress);
    await writeFiles(join(folder, 'tiny'), files);
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => egress.onApplicationShutdown());

  const source = () => join(folder, 'tiny');
  const stored = () => readdir(join(folder, 'store')).catch(() => []);
  const said = { id: 'tiny' };
  async function archive(bytes: Buffer): Promise<string> {
    await writeFile(join(folder, 'archive'), bytes);
    return join(folder, 'archive');
  }

  it('reads from the files of a folder what it can, tries the model, and stores what can be used', async () => {
    const { manifest, wasThere } = await adder.add({ source: source(), said: { ...said, languages: ['en'] } });
    expect([wasThere, manifest]).toEqual([
      false,
      expect.objectContaining({ id: 'tiny', dimensions: 4, tokensMax: 32, weights: 'onnx/model.onnx' }),
    ]);
    expect(await stored()).toEqual(['tiny']);
    const embedders = await Embedders.open({ store, preferred: 'tiny', workers: 1, threads: 1 });
    const [vector] = await embedders.default.embed(['moon'], 'passage');
    expect(vector).toHaveLength(4);
    await embedders.close();
  });

  it.each([
    ['tar.gz', tarOf(entries)],
    ['zip', zipOf(entries)],
  ])('takes a %s, whose checksum it tells', async (_, bytes) => {
    const { sha256 } = await adder.add({ source: await archive(bytes), said, sha256: hashOf(bytes) });
    expect([sha256, await stored()]).toEqual([hashOf(bytes), ['tiny']]);
  });

  it('knows a model of the catalogue by its id, and leaves one that is there', async () => {
    await adder.add({ source: source(), said });
    const { manifest } = await store.get('tiny');
    const known = new ModelAdder(store, egress, [{ manifest, sources: [] }]);
    expect(await known.add({ source: 'tiny' })).toEqual({ manifest, wasThere: true });
    await writeFile(join(folder, 'store/tiny/tokenizer.json'), '{}');
    await expect(known.add({ source: 'tiny' })).rejects.toThrow('The model tiny cannot be had');
  });

  it('refuses what is there already, but replaces what is damaged', async () => {
    await adder.add({ source: source(), said });
    await expect(adder.add({ source: source(), said })).rejects.toMatchObject({ code: 'conflict' });
    await writeFile(join(folder, 'store/tiny/tokenizer.json'), '{}');
    await adder.add({ source: source(), said });
    expect(await store.inspect()).toMatchObject([{ id: 'tiny', fault: undefined }]);
  });

  const wrong: [string, object, string][] = [
    ['a source that is nothing', { source: 'nowhere' }, 'There is no nowhere'],
    ['a folder that is not described', {}, 'The model is not described: id is missing'],
    ['the id of another model', { said: { id: 'minilm-l6' } }, 'minilm-l6 is the name of another model'],
    ['an id that leaves the store', { said: { id: '../x' } }, 'id is missing or not usable'],
    ['wrong dimensions', { said: { id: 'tiny', dimensions: 8 } }, 'the model gives 4 numbers for a text, not 8'],
    ['another task', { said: { id: 'tiny', task: 'reranking' } }, 'the model gives 4 numbers for a text, not 1'],
    ['weights that are not there', { said: { id: 'tiny', weights: 'x.onnx' } }, 'There is no x.onnx'],
    ['another checksum', { said, sha256: '0'.repeat(64) }, 'The checksum of onnx/model.onnx is'],
    ['a folder without a tokenizer', { folder: 'onnx' }, 'There is no tokenizer.json in onnx'],
  ];
  it.each(wrong)('refuses %s in a line, and leaves nothing', async (_, more, message) => {
    const added = adder.add({ source: source(), ...more });
    await expect(added).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) });
    await expect(added).rejects.toMatchObject({ message: expect.not.stringContaining('\n') });
    expect(await stored()).toEqual([]);
  });

  const damages: [string, Record<string, Buffer>, string][] = [
    ['weights that are none', { 'onnx/model.onnx': Buffer.from('no model') }, 'was tried and does not run'],
    ['a tokenizer that is none', { 'tokenizer.json': Buffer.from('{}') }, 'is no definition of a tokenizer'],
    ['a tokenizer of a kind that is not known', { 'tokenizer.json': Buffer.from('{"model": {}}') }, 'does not run'],
    ['settings that are no JSON', { 'config.json': Buffer.from('{') }, 'config.json is no JSON'],
    [
      'files that its description does not mean',
      { 'lectern-model.json': Buffer.from(JSON.stringify(promise('tokenizer.json'))) },
      'the checksum of tokenizer.json differs',
    ],
  ];
  function promise(path: string): object {
    const all = ['onnx/model.onnx', 'tokenizer.json'];
    const accepted = (name: string) => [{ sha256: hashOf(name === path ? undefined : files[name]), sizeBytes: 1 }];
    return { id: 'tiny', files: all.map((name) => ({ path: name, accepted: accepted(name) })) };
  }
  it.each(damages)('refuses %s in a line, and leaves nothing', async (_, damage, message) => {
    await writeFiles(source(), damage);
    const added = adder.add({ source: source(), said });
    await expect(added).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) });
    await expect(added).rejects.toMatchObject({ message: expect.not.stringContaining('\n') });
    expect(await stored()).toEqual([]);
  });

  it('has what a killed run left cleared away by the next one', async () => {
    const left = join(folder, 'store', '.adding-killed');
    await mkdir(left, { recursive: true });
    expect(await store.inspect()).toEqual([]);
    await utimes(left, 1, 1);
    await adder.add({ source: source(), said });
    expect(await stored()).toEqual(['tiny']);
  });

  it('takes a model out of the store, and says when it is not there', async () => {
    await adder.add({ source: source(), said });
    await removeModel(store, 'tiny');
    expect(await stored()).toEqual([]);
    await expect(removeModel(store, 'tiny')).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('from an address', () => {
    let server: Server;
    let url: string;
    beforeAll(async () => {
      server = createServer((request, response) => {
        response.statusCode = request.url === '/tiny.tgz' ? 200 : 404;
        response.end(tarOf(entries));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      // A server that listens on a port has such an address.
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    it('fetches the archive', async () => {
      expect(await adder.add({ source: `${url}/tiny.tgz`, said })).toMatchObject({ sha256: hashOf(tarOf(entries)) });
      expect(await stored()).toEqual(['tiny']);
    });

    it('says what the server answered, and that an address is not public', async () => {
      await expect(adder.add({ source: `${url}/none`, said })).rejects.toThrow('answered 404');
      const guarded = new ModelAdder(store, new Egress(new Guard(new AllowList([]))));
      await expect(guarded.add({ source: `${url}/tiny.tgz`, said })).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await stored()).toEqual([]);
    });
  });
});
