import { assembled } from '@lectern/contracts/core';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { approximateBytes } from '@lectern/bus';
import { type DocumentPiece, type Principal, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import {
  type Field,
  FieldReadQuery,
  fieldTypes,
  type Resource,
  type ResourceData,
  ResourceReadQuery,
  type ResourceShow,
} from '@lectern/contracts/knowledge-box';
import { installTaskSchema, openServiceDatabase, TaskQueue, Transactions } from '@lectern/database';
import { WaitingFindings } from '@lectern/indexing';
import {
  FieldContentRepository,
  FieldEnvelope,
  knowledgeBoxSchema,
  ResourceRepository,
  ResourceViewRepository,
  UnembeddedFieldRepository,
  VectorsetRepository,
  ConversationRepository,
} from '@lectern/resource-store';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, statementsDuring, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { ConversationReader } from '../conversation/conversation-reader';
import { PIECE_BYTES_MAX, documentPieces } from '../document/pieces';
import { FieldReader } from '../field/field-reader';
import { LargeFields } from '../field/large-fields';
import { ListedResources } from './listed-resources';
import { ResourceModule } from './resource.module';
import { ResourceReader } from './resource-reader';
import { WholeResourceReader } from './whole-resource-reader';

const BOX = randomUUID();
const DIMENSIONS = 16;
const PART_BYTES = 64 * 4 * DIMENSIONS;
const owner: Principal = { ...systemPrincipal, roles: ['READER', 'WRITER'] };
const everything = { show: ['basic', 'values', 'extracted', 'errors'], extracted: ['text', 'metadata', 'vectors'] };

let database: TemporaryDatabase;
let dataSource: DataSource;
let listed: ListedResources;
let reader: ResourceReader;
let wholeReader: WholeResourceReader;
let resources = 0;

beforeAll(async () => {
  database = await temporaryDatabase();
  const schema = { ...knowledgeBoxSchema, entities: entitiesOf(ResourceModule) };
  dataSource = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
  const transactions = new Transactions(dataSource);
  const contents = new FieldContentRepository();
  const envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf(randomSecret())]));
  const conversations = new ConversationReader(transactions, new ConversationRepository(), contents);
  const large = new LargeFields(transactions, contents, conversations, new FilesystemBlobStore(tmpdir()));
  const fields = new FieldReader(transactions, contents, large, new VectorsetRepository(), envelope);
  await installTaskSchema(database.url, 'knowledge_box_tasks');
  const tasks = new TaskQueue(dataSource, 'knowledge_box_tasks');
  const findings = new WaitingFindings(new UnembeddedFieldRepository(), tasks);
  listed = new ListedResources(transactions, new ResourceViewRepository(), fields, findings);
  reader = new ResourceReader(transactions, new ResourceRepository(), fields, listed, conversations);
  wholeReader = new WholeResourceReader(transactions, new ResourceViewRepository(), fields, findings);
  await dataSource.query(`INSERT INTO vectorsets VALUES ($1, 'small', ${DIMENSIONS}, now())`, [BOX]);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function newResource(): Promise<string> {
  resources += 1;
  const id = resources.toString(16).padStart(32, '0');
  await dataSource.query(
    `INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon, thumbnail,
       metadata, language, languages, classifications, hidden, status, version, last_seqid, created, modified,
       labels, title_key, title_words)
     VALUES ($1, $2, $2, 'Title', false, '', false, 'text/plain', '', '{}', 'en', '{}', '[]', false, 'PROCESSED', 2, 1,
       now(), now(), '{}', 'title', '{title}')`,
    [BOX, id],
  );
  return id;
}

interface NewField {
  readonly letter?: string;
  readonly seqid?: number;
  readonly text?: string;
  readonly paragraphs?: number;
}

/** Similar fields; all dimensions of a paragraph's vector have the same, unique value. */
async function addFields(rid: string, ids: readonly string[], { letter = 't', seqid = 1, ...content }: NewField = {}) {
  const { text = 'moon', paragraphs = 1 } = content;
  const value = { body: text.slice(0, 100), format: 'PLAIN' };
  const numbers = Array.from({ length: paragraphs }, (_, i) => i);
  const found = numbers.map((i) => ({
    start: i * 4,
    end: i * 4 + 4,
    key: `paragraph ${i}`,
    sentences: [],
    headings: [],
    language: 'en',
  }));
  const vectors = Buffer.from(Float32Array.from(numbers.flatMap((i) => Array<number>(DIMENSIONS).fill(i))).buffer);
  const understood = { language: 'en', links: [], entities: [], summary: '', mimeType: 'text/plain' };
  await dataSource.query(
    `INSERT INTO fields (kbid, rid, letter, id, value, status, errors, seqid, content_seqid)
     SELECT $1, $2, $3, id, $5, 'PROCESSED', '[]', $6, $6 FROM unnest($4::text[]) AS id`,
    [BOX, rid, letter, ids, value, seqid],
  );
  await dataSource.query(
    `INSERT INTO extracted_fields (kbid, rid, letter, id, seqid, text, paragraphs, understood, extracted_at)
     SELECT $1, $2, $3, id, $5, $6, $7, $8, '2026-01-01T10:00:00Z' FROM unnest($4::text[]) AS id`,
    [BOX, rid, letter, ids, seqid, text, JSON.stringify(found), understood],
  );
  await dataSource.query(
    `INSERT INTO field_vectors (kbid, rid, letter, id, vectorset, part, seqid, vectors)
     SELECT $1, $2, $3, id, 'small', number, $5, substring($6::bytea FROM number * ${PART_BYTES} + 1 FOR ${PART_BYTES})
     FROM unnest($4::text[]) AS id, generate_series(0, (octet_length($6::bytea) - 1) / ${PART_BYTES}) AS number`,
    [BOX, rid, letter, ids, seqid, vectors],
  );
}

function read(rid: string, query: object = everything): AsyncGenerator<DocumentPiece> {
  return wholeReader.get({ kbid: BOX, rid }, Object.assign(new ResourceReadQuery(), query), {
    principal: owner,
    found: () => undefined,
  });
}

function readField(rid: string, id: string, query: object): AsyncGenerator<DocumentPiece> {
  const whole = Object.assign(new FieldReadQuery(), query);
  return reader.getField({ kbid: BOX, rid }, { type: 'text', id }, { query: whole, principal: owner });
}

/** Passes pieces on, checking that each is small. */
async function* small(pieces: AsyncIterable<DocumentPiece>): AsyncGenerator<DocumentPiece> {
  for await (const piece of pieces) {
    expect(approximateBytes(piece)).toBeLessThan(PIECE_BYTES_MAX + 10_000);
    yield piece;
  }
}

async function wholeOf(data: Promise<{ data?: ResourceData }>) {
  return (await data).data?.texts ?? {};
}

describe('a large resource', () => {
  it('is read whole, in small pieces: texts, paragraphs and vectors', async () => {
    const rid = await newResource();
    const text = 'mo🌙n'.repeat(700_000);
    await addFields(rid, ['book'], { text, paragraphs: 30_000 });
    const { texts, generics } = (await assembled<Resource>(small(read(rid)))).data ?? {};
    const { value, extracted, status } = texts?.['book'] ?? {};
    expect([value, status]).toEqual([{ body: text.slice(0, 100), format: 'PLAIN' }, 'PROCESSED']);
    expect(extracted?.text).toEqual({ text, split_text: {}, deleted_splits: [] });
    const { paragraphs = [], ...metadata } = extracted?.metadata?.metadata ?? {};
    expect(metadata).toMatchObject({ links: [], language: 'en', mime_type: 'text/plain', relations: null });
    expect(paragraphs.map(({ key }) => key)).toEqual(Array.from({ length: 30_000 }, (_, i) => `paragraph ${i}`));
    expect(paragraphs[0]).toEqual({ start: 0, end: 4, key: 'paragraph 0', sentences: [] });
    const vectors = extracted?.vectors?.vectors.vectors ?? [];
    expect(vectors.map(({ start, end, vector }) => [start, end, vector.length, vector[0], vector[15]])).toEqual(
      Array.from({ length: 30_000 }, (_, i) => [i * 4, i * 4 + 4, DIMENSIONS, i, i]),
    );
    expect(generics).toMatchObject({ title: { value: 'Title' } });
  });

  it.each([
    ['with vectors', { show: ['extracted'], extracted: [...everything.extracted, 'file', 'link'] }],
    ['without', { show: ['extracted', 'errors'], extracted: ['text', 'metadata', 'file', 'link'] }],
  ])('is the same document whether its fields are small or large, %s', async (_, shown) => {
    const [one, other] = [await newResource(), await newResource()];
    const content = { text: 'moon'.repeat(200), paragraphs: 200 };
    await addFields(one, ['a'], content);
    await addFields(other, ['a'], content);
    // The stored content is the same, but it is read in parts because of a large neighbour in the same row.
    await dataSource.query(`UPDATE fields SET value = value || jsonb_build_object('md5', $2::text) WHERE rid = $1`, [
      other,
      Array.from({ length: 100_000 }, () => Math.random().toString(36)).join(''),
    ]);
    const [small, large] = await Promise.all([one, other].map((rid) => wholeOf(assembled(read(rid, shown)))));
    expect(JSON.stringify(large)).toBe(JSON.stringify(small));
    expect(Object.keys(large?.['a']?.extracted ?? {}).slice(0, 2)).toEqual(['text', 'metadata']);
  });

  it('is read by its id and by its slug in one statement while it is small, with all but its vectors', async () => {
    const rid = await newResource();
    await addFields(rid, ['a', 'b'], { text: 'moon '.repeat(100), paragraphs: 3 });
    await addFields(rid, ['c'], { letter: 'u' });
    const query = Object.assign(new ResourceReadQuery(), { show: ['basic', 'values', 'extracted', 'errors'] });
    for (const location of [{ rid }, { rslug: rid }]) {
      const statements = await statementsDuring(dataSource, async () => {
        const read = wholeReader.get({ kbid: BOX, ...location }, query, { principal: owner, found: () => undefined });
        const { data } = await assembled<Resource>(read);
        expect(data?.texts?.['b']?.extracted?.metadata?.metadata.paragraphs).toHaveLength(3);
        expect(Object.keys(data?.links ?? {})).toEqual(['c']);
      });
      expect(statements).toHaveLength(1);
    }
  });

  it('may have thousands of fields', async () => {
    const rid = await newResource();
    const ids = Array.from({ length: 2_500 }, (_, i) => `field-${String(i).padStart(5, '0')}`);
    await addFields(rid, ids, { text: 'moon '.repeat(100) });
    await addFields(rid, ids.slice(0, 1_000), { letter: 'u' });
    const { data } = await assembled<Resource>(small(read(rid)));
    expect(Object.keys(data?.texts ?? {})).toEqual(ids);
    expect(Object.keys(data?.links ?? {})).toEqual(ids.slice(0, 1_000));
    expect(data?.texts?.['field-02499']?.extracted?.vectors?.vectors.vectors).toHaveLength(1);
  });

  it('has the members that were requested only', async () => {
    const rid = await newResource();
    await addFields(rid, ['book'], { text: 'moon'.repeat(500_000), paragraphs: 5_000 });
    const shown = async (query: object) => (await assembled<Resource>(read(rid, query))).data;
    const typesWithout = (type: string) => fieldTypes.filter((one) => one !== type);
    expect(await shown({ show: ['basic'] })).toBeUndefined();
    expect(await shown({ show: ['values'], field_type: typesWithout('text') })).toEqual({
      generics: { title: { value: 'Title' } },
    });
    expect(await shown({ show: ['errors'], field_type: ['text', 'link'] })).toEqual({
      texts: { book: { status: 'PROCESSED' } },
    });
    const linkPart = await shown({ show: ['extracted'], extracted: ['link'], field_type: ['text'] });
    expect(linkPart).toEqual({ texts: { book: { extracted: {} } } });
    const other = { show: ['extracted'], extracted: ['vectors'], field_type: ['text'], vectorset: 'unknown' };
    expect(await shown(other)).toEqual({ texts: { book: { extracted: {} } } });
  });

  it('has one field that can be read alone', async () => {
    const rid = await newResource();
    const text = 'moon '.repeat(300_000);
    await addFields(rid, ['book', 'small'], { text, paragraphs: 3_000 });
    const query = { show: ['extracted'], extracted: ['text', 'vectors'] };
    const field = await assembled<Field>(small(readField(rid, 'book', query)));
    expect([field.field_type, field.field_id, field.extracted?.text?.text]).toEqual(['text', 'book', text]);
    expect(field.extracted?.vectors?.vectors.vectors).toHaveLength(3_000);
    await expect(readField(rid, 'none', query).next()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows no vectors of paragraphs that are no longer there', async () => {
    const rid = await newResource();
    await addFields(rid, ['small'], { paragraphs: 2 });
    await addFields(rid, ['large'], { paragraphs: 5_000, text: 'moon'.repeat(100_000) });
    await dataSource.query(`UPDATE field_vectors SET seqid = seqid - 1 WHERE rid = $1`, [rid]);
    const texts = await wholeOf(assembled(read(rid, { show: ['extracted'], extracted: ['vectors'] })));
    expect(texts).toEqual({ small: { extracted: {} }, large: { extracted: {} } });
  });

  it('shows the vectors that there are while a field is being embedded', async () => {
    const rid = await newResource();
    await addFields(rid, ['small'], { paragraphs: 130 });
    await addFields(rid, ['large'], { paragraphs: 5_000, text: 'moon'.repeat(100_000) });
    await dataSource.query(`DELETE FROM field_vectors WHERE rid = $1 AND part IN (0, 2)`, [rid]);
    const texts = await wholeOf(assembled(read(rid, { show: ['extracted'], extracted: ['vectors'] })));
    const shown = (id: string) => texts[id]?.extracted?.vectors?.vectors.vectors ?? [];
    const numbers = Array.from({ length: 5_000 }, (_, i) => i).filter((i) => i >= 64 && !(i >= 128 && i < 192));
    expect(shown('small').map(({ start }) => start / 4)).toEqual(numbers.slice(0, 64));
    expect(shown('large').map(({ start, vector }) => [start / 4, vector[0]])).toEqual(numbers.map((i) => [i, i]));
  });

  it('keeps no transaction open between two pieces, and ends with an error when the field changes meanwhile', async () => {
    const rid = await newResource();
    await addFields(rid, ['book'], { text: 'moon'.repeat(1_000_000), paragraphs: 3_000 });
    const pieces = readField(rid, 'book', { show: ['extracted'], extracted: ['text'] });
    for (let piece = await pieces.next(); !piece.done && piece.value.text === undefined;) piece = await pieces.next();
    const open = await dataSource.query(`SELECT state FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'`);
    expect(open).toEqual([]);
    await dataSource.query(`UPDATE extracted_fields SET seqid = seqid + 1 WHERE rid = $1`, [rid]);
    await expect(assembled(pieces)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is not read whole among others when they are more than one answer may have', async () => {
    const [large, small] = [await newResource(), await newResource()];
    await addFields(large, ['book'], { text: 'moon'.repeat(2_500_000) });
    await addFields(small, ['a', '10', '9']);
    const query = { kbid: BOX, visibility: unrestricted, fieldTypes, extracted: ['text' as const] };
    const both = { ...query, ids: [large, small] };
    await expect(reader.readMany({ ...both, show: ['extracted'] })).rejects.toMatchObject({ code: 'too_large' });
    expect(Object.keys((await reader.readMany({ ...both, show: ['basic'] })).resources)).toEqual([large, small]);
    const { resources: found } = await reader.readMany({ ...query, ids: [small], show: ['basic', 'extracted'] });
    const one = await assembled(read(small, { show: ['basic', 'extracted'], extracted: ['text'] }));
    expect({ ...found[small], waits_for: null }).toEqual(one);
  });
});

describe('resources of a page', () => {
  async function page(ids: readonly string[], show: readonly ResourceShow[]): Promise<Record<string, Resource>> {
    const shown = { show, fieldTypes, extracted: [] };
    const resources = listed.read({ kbid: BOX, ids, shown, principal: owner }, () => undefined);
    return (await assembled<{ resources: Record<string, Resource> }>(documentPieces({ resources }))).resources;
  }

  async function onPage(rid: string, show: readonly ResourceShow[]): Promise<Resource> {
    return assembled<Resource>(read(rid, { show, extracted: [] }));
  }

  it('are read in one statement, with how processing of their fields ended and with their values', async () => {
    const ids = [await newResource(), await newResource()];
    await addFields(ids[1] ?? '', ['b', 'a']);
    await addFields(ids[0] ?? '', ['c'], { letter: 'u' });
    await dataSource.query(`UPDATE fields SET errors = '[{"body": "torn"}]' WHERE kbid = $1 AND rid = $2`, [
      BOX,
      ids[1],
    ]);
    for (const show of [['basic'], ['basic', 'errors'], ['basic', 'values']] as const) {
      const statements = await statementsDuring(dataSource, async () => {
        expect(Object.keys(await page(ids, show))).toEqual(ids);
      });
      expect(statements).toHaveLength(1);
      const found = await page(ids.toReversed(), show);
      expect(Object.keys(found)).toEqual(ids.toReversed());
      for (const rid of ids) expect(found[rid]).toEqual(await onPage(rid, show));
    }
  });

  it('are the same where their fields are too large to be read together', async () => {
    const ids = [await newResource(), await newResource()];
    await addFields(ids[0] ?? '', ['a', 'b']);
    await addFields(ids[1] ?? '', ['a']);
    const md5 = Array.from({ length: 400_000 }, () => Math.random().toString(36)).join('');
    await dataSource.query(`UPDATE fields SET value = value || jsonb_build_object('md5', $2::text) WHERE rid = $1`, [
      ids[0],
      md5,
    ]);
    const found = await page(ids, ['basic', 'values']);
    for (const rid of ids) expect(found[rid]).toEqual(await onPage(rid, ['basic', 'values']));
  });
});
