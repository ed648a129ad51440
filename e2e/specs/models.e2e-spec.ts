import { addVectorset, deleteVectorset, readModelUse, reprocessResource } from '@lectern/contracts/knowledge-box';
import { findParagraphs } from '@lectern/contracts/search';
import { downloadKnowledgeBoxModelFile, downloadModelFile } from '@lectern/contracts/understanding';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tinyEmbedder, writeFiles } from '../../libs/models/src/onnx/tiny-models.fixture';
import { soundWith, wavOf, writeTinySpeechModel } from '../../libs/models/src/speech/tiny-speech.fixture';
import { Client, until } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { lectern } from '../harness/command-line';
import { Standalone, temporaryFolder } from '../harness/standalone';

describe('a model that an operator adds, standalone', () => {
  let folder: string;
  let standalone: Standalone;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, 'data'));
    await writeFiles(join(folder, 'tiny'), tinyEmbedder());
    const added = await lectern([
      'models',
      'add',
      join(folder, 'tiny'),
      '--id',
      'tiny',
      '--store',
      join(folder, 'models'),
    ]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('tiny added: embedding, 4 dimensions\n') });
    standalone = await Standalone.start({ dataDir: join(folder, 'data'), env: { MODELS_DIR: join(folder, 'models') } });
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    lectern(['models', ...args, '--store', join(folder, 'models')], {
      LECTERN_URL: standalone.origin,
      LECTERN_TOKEN: standalone.token,
    });

  it('embeds what a box has, and stays while the box uses it', async () => {
    const client = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    const kb = await client.createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The moon.' } } }, { wait: 'embedded' });
    await kb.api(addVectorset, { params: { vectorset_id: 'tiny' } });
    const find = { query: 'moon', vectorset: 'tiny', features: ['semantic'], min_score: { semantic: 0.5 } } as const;
    await until(async () => (await kb.foundTexts(find)).length === 1 || undefined, 'it is found with the model');
    const params = { model_id: 'tiny', filename: 'tokenizer.json' };
    const file = await kb.client.api.download(downloadKnowledgeBoxModelFile, { params: { kbid: kb.id, ...params } });
    expect(file.equals(await readFile(join(folder, 'models', 'tiny', 'tokenizer.json')))).toBe(true);
    const nua = new Client(standalone.origin, nuaKey((await issueNuaKey(kb)).token));
    const asked = { params: { kbid: kb.id, ...params }, query: { account_id: kb.account } };
    expect((await nua.api.download(downloadModelFile, asked)).equals(file)).toBe(true);
    const part = await fetch(`${standalone.origin}/api/v1${kb.path}/models/tiny/tokenizer.json`, {
      headers: { ...client.credential, range: 'bytes=0-3' },
    });
    expect([part.status, await part.text()]).toEqual([206, file.toString('utf8', 0, 4)]);
    for (const path of ['tiny/lectern-model.json', 'tiny/..%2F..%2Fdata', 'minilm-l6/tokenizer.json', 'gone/x'])
      expect([404, 422]).toContain((await kb.client.send('GET', `${kb.path}/models/${path}`)).status);
    const foreign = `/download/${kb.id}/model/tiny/tokenizer.json?account_id=${kb.id}`;
    expect((await nua.send('GET', foreign)).status).toBe(403);
    expect(await client.api.call(readModelUse, {})).toEqual({
      default_embedder: 'lexical',
      reranker: 'lexical',
      embedders: [
        { id: 'lexical', installed: true, knowledge_boxes: 1 },
        { id: 'tiny', installed: true, knowledge_boxes: 1 },
      ],
    });
    expect((await run('list')).stdout).toContain('checksums match; used: 1 knowledge box\n');
    expect(await run('remove', 'tiny')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('tiny is in use: 1 knowledge box.'),
    });
    await kb.api(deleteVectorset, { params: { vectorset_id: 'tiny' } });
    expect(await run('remove', 'tiny')).toMatchObject({ code: 0, stdout: 'tiny removed\n' });
  });

  it('transcribes sound, which is found with the seconds where it is heard', async () => {
    const client = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    const kb = await client.createKnowledgeBox();
    const sound = wavOf(
      soundWith([
        [false, 2],
        [true, 1],
        [false, 2],
      ]),
    );
    const rid = await kb.upload(sound, { filename: 'tide.wav', contentType: 'audio/wav' });
    await kb.untilProcessed(rid);
    const { data } = await kb.resource(rid, { show: ['errors'] });
    const [field] = Object.values(data?.files ?? {});
    expect(field?.error?.body).toContain('`lectern models add moonshine-tiny-en`');
    const heard = async () => {
      const { results: found } = await kb.api(findParagraphs, { body: { query: 'high tide', features: ['keyword'] } });
      const fields = Object.values(found.resources).flatMap((resource) => Object.values(resource.fields));
      return fields.flatMap(({ paragraphs }) => Object.values(paragraphs)).find(({ text }) => text === 'high tide.');
    };
    await writeTinySpeechModel(join(folder, 'models'), 'tiny-speech');
    await kb.api(reprocessResource, { params: { rid } });
    await until(async () => (await heard()) !== undefined || undefined, 'the transcript is found');
    expect(await heard()).toMatchObject({ text: 'high tide.', position: { start_seconds: [1], end_seconds: [4] } });
  });
});
