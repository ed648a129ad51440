import { existsSync } from 'node:fs';
import { cp, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultModelsFolder } from '@lectern/models';
import { describeUnless, everyFileBelow, flipBytes } from '@lectern/testing';
import { type Answer, Client, type KnowledgeBoxClient, until } from '../harness/client';
import { lectern } from '../harness/command-line';
import { Standalone, temporaryFolder } from '../harness/standalone';

const MODEL = 'minilm-l6';
const env = { EMBEDDER: MODEL };
const RESOURCES = 5;
const HEALED_MS_MAX = 60_000;
const all = { top_k: 100, min_score: { semantic: -1, bm25: 0 }, show_hidden: true };

const clientOf = ({ origin, token }: Standalone) => new Client(origin, { authorization: `Bearer ${token}` });

/** Both indexes of a box, as files. */
function filesOf(dataDir: string, { id }: KnowledgeBoxClient): string[] {
  return everyFileBelow(join(dataDir, 'index')).filter((file) => file.includes(id));
}

const damage = (files: readonly string[]) => files.forEach((file, i) => flipBytes(file, { seed: i + 1 }));
const textsOf = ({ body }: Answer) => Object.keys((body as { resources: object }).resources).sort();

describe('damaged indexes', () => {
  let dataDir: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let other: KnowledgeBoxClient;

  const ask = (box: KnowledgeBoxClient, query: string, features?: readonly string[]) =>
    box.client.send('POST', `${box.path}/find`, { body: { ...all, query, features } });
  const restart = async () => {
    await standalone.stop();
    return {
      start: async () => {
        standalone = await Standalone.start({ dataDir, env });
        [kb, other] = [kb.as(clientOf(standalone)), other.as(clientOf(standalone))];
      },
    };
  };
  const readiness = async () => (await (await fetch(`${standalone.origin}/health/ready`)).json()) as object;
  const healings = async (index: string) => {
    const text = await (await fetch(`${standalone.origin}/metrics`)).text();
    return Number(new RegExp(`^lectern_index_healings_total\\{index="${index}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  /** Readiness until the box was complete; also checks that finds reported missing parts of `written`. */
  const untilHealed = async (whole: readonly string[], written: readonly string[] = whole) => {
    const statuses = new Set<number>();
    const reports = new Set<string>();
    const endMs = performance.now() + HEALED_MS_MAX;
    // The first query by meaning may take longer than a find waits for it, while the model is loaded.
    let isModelLoaded = false;
    for (let healed = false; !healed;) {
      const answers = await Promise.all([ask(kb, 'ibex'), ask(kb, 'ibex', ['keyword']), ask(kb, 'ibex', ['semantic'])]);
      for (const answer of answers) {
        if (isModelLoaded || answer.status !== 503) statuses.add(answer.status);
        // Incomplete answers say so; nothing else is left out.
        if (answer.status === 200) expect(textsOf(answer)).toEqual(expect.arrayContaining([...written]));
      }
      const { status } = await ask(other, 'ibex');
      expect(isModelLoaded ? status : 200).toBe(200);
      isModelLoaded ||= status === 200;
      const report = JSON.stringify(await readiness());
      reports.add(report);
      const isWhole = answers.every((answer) => answer.status === 200 && textsOf(answer).join() === whole.join());
      // It is named for a while after it is whole, and only then.
      healed = isWhole && (report.includes('"status":"ok"') || report.includes(`${kb.id} (whole again)`));
      if (performance.now() > endMs) throw new Error(`Not healed: ${report} ${[...statuses].join()}`);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 206)).toEqual([]);
    return { reports: [...reports], statuses };
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    standalone = await Standalone.start({ dataDir, env });
    const root = clientOf(standalone);
    [kb, other] = [await root.createKnowledgeBox(), await root.createKnowledgeBox()];
    for (const box of [kb, other])
      for (let i = 0; i < RESOURCES; i += 1)
        await box.createResource(
          { texts: { a: { body: `The ibex of valley ${i} climbs.\n\nIt eats lichen.` } } },
          { wait: 'embedded' },
        );
  }, 120_000);

  afterAll(async () => {
    await standalone.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each([
    ['all files of both indexes', (files: readonly string[]) => damage(files)],
    ['all files of the index for words', (files: readonly string[]) => damage(files.filter(isKeywords))],
  ])('heal after a start when %s are damaged', async (_, harm) => {
    const whole = textsOf(await ask(kb, 'ibex'));
    const stopped = await restart();
    harm(filesOf(dataDir, kb));
    await stopped.start();
    // The box may be whole before a slow start has ended; until it is, answers and readiness say so.
    const { reports, statuses } = await untilHealed(whole);
    const isNamed = reports.some((report) => report.includes('"degraded"') && report.includes(kb.id));
    expect(statuses.has(206) ? isNamed : reports.some((report) => report.includes('whole again'))).toBe(true);
    expect(await healings('keywords')).toBe(1);
  });

  it('heal when a file goes while it runs, and take in what is written meanwhile', async () => {
    const stopped = await restart();
    await stopped.start();
    const before = textsOf(await ask(kb, 'ibex'));
    for (const file of filesOf(dataDir, kb).filter((name) => name.includes('/data/'))) await rm(file);
    const rid = await kb.createResource({ texts: { a: { body: 'An ibex that came late.' } } });
    await untilHealed([...before, rid].sort(), before);
  });

  it('heal when files are emptied while it runs', async () => {
    // A process takes damage soon after it filled an index for the old files.
    const stopped = await restart();
    await stopped.start();
    const whole = textsOf(await ask(kb, 'ibex'));
    // Changed bytes would not do: a process that knows where to read them takes them for numbers.
    for (const file of filesOf(dataDir, kb)) await truncate(file, 0);
    const rid = await kb.createResource({ texts: { a: { body: 'The ibex that came last.' } } });
    await untilHealed([...whole, rid].sort(), whole);
  });

  it.each([
    ['keywords', isKeywords],
    [MODEL, (file: string) => !isKeywords(file)],
  ])('are named by a verification, which has them healed: %s', async (name, isDamaged) => {
    const whole = textsOf(await ask(kb, 'ibex'));
    const stopped = await restart();
    await stopped.start();
    // The first query by meaning may take longer than a find waits for it, while the model is loaded.
    await until(async () => (await ask(kb, 'ibex')).status === 200 || undefined, 'both indexes answer');
    for (const file of filesOf(dataDir, kb).filter((file) => isDamaged(file) && file.includes('/data/')))
      await rm(file);
    const product = { LECTERN_URL: standalone.origin, LECTERN_TOKEN: standalone.token };
    expect(await lectern(['index', 'verify', '--kb', kb.id], product)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`${kb.id} ${name}: cannot be read and is filled again`)),
    });
    await untilHealed(whole);
    await until(
      async () => (await lectern(['index', 'verify', '--kb', kb.id], product)).code === 0 || undefined,
      'whole',
    );
  });
});

const models = defaultModelsFolder();
const noWeights = existsSync(join(models, MODEL)) ? undefined : 'no weights: run `node tools/models.mjs`';

describeUnless(noWeights, 'model weights that were cut off', () => {
  it('are said in the readiness, and the product goes on without the model', async () => {
    const folder = await temporaryFolder();
    await cp(models, folder, { recursive: true });
    for (const model of await readdir(folder))
      await truncate(join(folder, model, 'onnx', 'model_quantized.onnx'), 1_000_000);
    const standalone = await Standalone.start({ env: { MODELS_DIR: folder } });
    const { body } = await clientOf(standalone).send('GET', '/health/ready');
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { models: expect.stringContaining('it has 1000000 bytes instead of') },
    });
    const kb = await clientOf(standalone).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'embedded' });
    expect((await kb.find({ ...all, query: 'ibex' })).best_matches).toHaveLength(1);
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

function isKeywords(file: string): boolean {
  return file.includes('/keywords/');
}
