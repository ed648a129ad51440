import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelUse } from '@lectern/contracts/knowledge-box';
import { tinyEmbedder, writeFiles } from '../../../libs/models/src/onnx/tiny-models.fixture';
import { ScriptedServer } from './scripted-server.fixture';

const use: ModelUse = {
  default_embedder: 'lexical',
  reranker: 'lexical',
  embedders: [{ id: 'tiny', installed: true, knowledge_boxes: 2 }],
};

describe('lectern models', () => {
  let folder: string;
  let store: readonly string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    store = ['--store', join(folder, 'store')];
    await writeFiles(join(folder, 'tiny'), tinyEmbedder());
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = async (said: ModelUse | number, ...args: string[]) => {
    const server = await ScriptedServer.start(said);
    return { ...(await server.run('models', ...args, ...store)), asked: server.asked };
  };
  const add = () => run(use, 'add', join(folder, 'tiny'), '--id', 'tiny', '--languages', 'en,de');

  it('adds a folder without asking the product, with the checksums of its files', async () => {
    const { code, stdout, asked } = await add();
    expect([code, asked]).toEqual([0, []]);
    expect(stdout).toMatch(/^onnx\/model.onnx 1 kB sha256 [0-9a-f]{64}\n(.*\n)*tiny added: embedding, 4 dimensions\n$/);
  });

  it('lists what is there, who uses it, and what can be added by name', async () => {
    await add();
    const { code, stdout } = await run(use, 'list');
    const [tiny, ...others] = stdout.trimEnd().split('\n');
    expect([code, tiny]).toEqual([0, 'tiny: embedding, 4 dimensions; 3 kB; checksums match; used: 2 knowledge boxes']);
    expect(others).toContainEqual(
      'use-multilingual: embedding, 512 dimensions; 74 MB; not in the store: lectern models add use-multilingual',
    );
  });

  it('names what cannot be used, and ends with 1', async () => {
    await add();
    await writeFile(join(folder, 'store/tiny/tokenizer.json'), '{}');
    const { code, stdout } = await run(use, 'list', '--json');
    const [row] = stdout.split('\n').map((line): unknown => (line === '' ? undefined : JSON.parse(line)));
    const fault = expect.stringContaining('tokenizer.json of the model tiny is damaged or foreign');
    expect([code, row]).toEqual([1, expect.objectContaining({ id: 'tiny', state: 'faulty', fault })]);
  });

  it('removes what nobody uses', async () => {
    await add();
    const unused = { ...use, embedders: [] };
    expect(await run(unused, 'remove', 'tiny')).toMatchObject({ code: 0, stdout: 'tiny removed\n' });
    expect(await readdir(join(folder, 'store'))).toEqual([]);
    const { code, stderr } = await run(unused, 'remove', 'tiny');
    expect([code, stderr]).toEqual([3, expect.stringContaining('There is no model tiny in the store')]);
  });

  it.each([
    [use, 'tiny is in use: 2 knowledge boxes.'],
    [{ ...use, embedders: [], default_embedder: 'tiny' }, 'tiny is in use: default of new knowledge boxes.'],
    [{ ...use, embedders: [], reranker: 'tiny' }, 'tiny is in use: reranker.'],
    [503, 'answered 503'],
  ])('removes nothing when the product says %j, unless it is forced', async (said, reason) => {
    await add();
    const { code, stderr } = await run(said, 'remove', 'tiny');
    expect([code, stderr]).toEqual([3, expect.stringContaining(reason)]);
    expect(await readdir(join(folder, 'store'))).toEqual(['tiny']);
    expect(await run(said, 'remove', 'tiny', '--force')).toMatchObject({
      code: 0,
      stdout: 'tiny removed\n',
      asked: [],
    });
  });
});
