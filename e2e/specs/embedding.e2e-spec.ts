import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listTasks } from '@lectern/contracts/knowledge-box';
import { findParagraphs } from '@lectern/contracts/search';
import { Client, KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { inDatabase } from '../harness/database';
import { seededRandom } from '../harness/seeded-random';
import { Standalone, temporaryFolder } from '../harness/standalone';

const MODEL = 'minilm-l6';
const LEXICAL = 'lexical';
/** Minutes of the model's work. */
const LARGE_PARAGRAPHS = 6_000;
const words = ['harbour', 'lantern', 'granite', 'willow', 'copper', 'meadow', 'anchor', 'thistle', 'kestrel', 'ember'];

/** Paragraphs of words in no order. */
function largeText(paragraphs: number): string {
  const random = seededRandom(7);
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: paragraphs }, (_, i) => `${i} ${Array.from({ length: 40 }, word).join(' ')}.`).join(
    '\n\n',
  );
}

interface StoredPart {
  readonly part: number;
  readonly transaction: string;
}

/** Parts of the vectors of a resource, with the transaction that has stored each. */
async function storedParts(folder: string, rid: string): Promise<readonly StoredPart[]> {
  const sql = 'SELECT part, xmin::text AS transaction FROM knowledge_box.field_vectors WHERE rid = $1 ORDER BY part';
  return inDatabase(folder, async (database) => (await database.query<StoredPart>(sql, [rid])).rows);
}

const client = (standalone: Standalone) =>
  new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
const again = (standalone: Standalone, kb: KnowledgeBoxClient) =>
  new KnowledgeBoxClient(client(standalone), kb.id, kb.account);
const byMeaning = (query: string) => ({ query, features: ['semantic'], min_score: { semantic: 0.1 } });

describe('embedding a large text, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder, env: { EMBEDDER: MODEL } });
    kb = await client(standalone).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const some = (count: number) =>
    until(async () => ((await storedParts(folder, rid)).length >= count ? true : undefined), `${count} parts`, 60_000);

  it('lets a note in another box overtake it', async () => {
    const body = largeText(LARGE_PARAGRAPHS);
    rid = await kb.createResource({ texts: { book: { body, format: 'PLAIN_BLANKLINE_SPLIT' } } });
    await some(2);
    const other = await client(standalone).createKnowledgeBox();
    const note = await other.createResource({ texts: { a: { body: 'The ferry to the island leaves at noon.' } } });
    await other.untilEmbedded(note);
    expect((await kb.resource(rid)).waits_for).toBe('meaning');
    expect((await storedParts(folder, rid)).length).toBeLessThan(LARGE_PARAGRAPHS / 64);
  });

  it('goes on behind the parts that were stored when the process is killed', async () => {
    await some(4);
    process.kill(standalone.app.pid, 'SIGKILL');
    await until(async () => ((await exited(standalone)) ? true : undefined), 'the process is gone');
    standalone = await Standalone.start({ dataDir: folder, env: { EMBEDDER: MODEL } });
    kb = again(standalone, kb);
    const before = await storedParts(folder, rid);
    expect(before.length).toBeGreaterThanOrEqual(4);
    await some(before.length + 3);
    const after = await storedParts(folder, rid);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ part }) => part)).toEqual(after.map((_, i) => i));
  });

  it('finds its words, and a note of the same box by meaning, in the meantime', async () => {
    const note = await kb.createResource({ texts: { a: { body: 'The ferry to the island leaves at noon.' } } });
    await kb.untilEmbedded(note);
    expect(await kb.foundTexts(byMeaning('When does the boat depart?'))).toContain(
      'The ferry to the island leaves at noon.',
    );
    const hybrid = await kb.foundTexts({ query: '17 harbour', features: ['keyword', 'semantic'], top_k: 5 });
    expect(hybrid.some((text) => text.startsWith('17 '))).toBe(true);
  });
});

async function exited({ origin }: Standalone): Promise<boolean> {
  return fetch(origin).then(
    () => false,
    () => true,
  );
}

describe('a change of EMBEDDER, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  const start = async (env: Readonly<Record<string, string>>) => {
    standalone = await Standalone.start({ dataDir: folder, env });
  };
  const restart = async (env: Readonly<Record<string, string>>) => {
    await standalone.stop();
    await start(env);
    kb = again(standalone, kb);
  };
  const note = (body: string) => kb.createResource({ texts: { a: { body } } });

  beforeAll(async () => {
    folder = await temporaryFolder();
    await start({ EMBEDDER: MODEL });
    kb = await client(standalone).createKnowledgeBox();
    await kb.untilEmbedded(await note('The ferry to the island leaves at noon.'));
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is for new boxes: what is added to a box is embedded by the model that the box began with', async () => {
    await restart({ EMBEDDER: LEXICAL });
    await kb.untilEmbedded(await note('Bread is baked before dawn.'));
    expect((await kb.foundTexts(byMeaning('When does the boat depart?')))[0]).toContain('ferry');
    expect((await kb.foundTexts(byMeaning('loaves in the oven early in the morning')))[0]).toContain('Bread');
    expect(await vectorsets(kb.id)).toEqual([MODEL]);
    const other = await client(standalone).createKnowledgeBox();
    await other.untilEmbedded(await other.createResource({ texts: { a: { body: 'Salt is mined in the hills.' } } }));
    expect(await vectorsets(other.id)).toEqual([LEXICAL]);
  });

  it('to a model while the old one is missing is a warning, and never another vectorset', async () => {
    const models = join(folder, 'no-models');
    await mkdir(models, { recursive: true });
    await restart({ EMBEDDER: LEXICAL, MODELS_DIR: models });
    const rid = await note('Snow closes the pass in January.');
    await kb.untilProcessed(rid);
    const body = { query: 'pass in January', features: ['keyword', 'semantic'] } as const;
    const { results: found, incomplete } = await kb.api(findParagraphs, { body });
    expect([incomplete, textsOf(found)[0]]).toEqual([true, 'Snow closes the pass in January.']);
    expect(found.warnings?.join()).toContain(`${MODEL} of this knowledge box is not installed`);
    const failing = async () => {
      const { tasks } = await kb.api(listTasks);
      return tasks.some(({ error }) => error?.includes(MODEL)) ? true : undefined;
    };
    await until(failing, 'the task says which model is missing');
    expect(await vectorsets(kb.id)).toEqual([MODEL]);
  });

  it('goes on when the model is there again', async () => {
    await restart({ EMBEDDER: LEXICAL });
    const found = async () => {
      const texts = await kb.foundTexts(byMeaning('road over the mountains blocked in winter'));
      return texts.some((text) => text.startsWith('Snow')) ? true : undefined;
    };
    await until(found, 'the note is found by meaning', 60_000);
  });

  async function vectorsets(kbid: string): Promise<readonly string[]> {
    const sql = 'SELECT id FROM knowledge_box.vectorsets WHERE kbid = $1';
    const { rows } = await inDatabase(folder, (database) => database.query<{ id: string }>(sql, [kbid]));
    return rows.map(({ id }) => id);
  }
});
