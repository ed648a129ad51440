import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { CreateResourcePayload, ModifyResourcePayload } from '@lectern/contracts/knowledge-box';
import {
  AccountBlockRepository,
  AccountBlocks,
  ConversationRepository,
  FieldEntity,
  FieldEnvelope,
  KnowledgeBoxRepository,
} from '@lectern/resource-store';
import { KvSchemaRepository } from '../kv-schema/kv-schema.repository';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { IndexWorld } from '../../../indexing/fixtures/index-world';
import { MessageWriter } from '../conversation/message-writer';
import { KeyValueCheck } from '../kv-schema/key-value-check';
import { unlimitedStock } from '../../../resource-store/fixtures/unlimited-stock';
import { FieldGuards } from '../resource/field-guards';
import { UploadLimits } from '../file/upload-limits';
import { ResourceWriter } from '../resource/resource-writer';
import { FieldWriter } from './field-writer';

const uri = 'https://example.org/';
const caller = { kbid: '', principal: systemPrincipal };
/** Text that is unique in the database. Names stay readable, which proves that searching all tables works. */
const planted = (way: string) => ({
  links: {
    page: {
      uri,
      headers: { [`x-${way}-header`]: `${way}HeaderValue` },
      cookies: { [`${way}-cookie`]: `${way}CookieValue` },
      localstorage: { [`${way}-item`]: `${way}ItemValue` },
    },
  },
  files: { report: { file: { uri, extra_headers: { [`x-${way}-extra`]: `${way}ExtraValue` } } } },
});
const namesOf = (way: string) => [`x-${way}-header`, `${way}-cookie`, `${way}-item`, `x-${way}-extra`];
const valuesOf = (way: string) => ['Header', 'Cookie', 'Item', 'Extra'].map((member) => `${way}${member}Value`);

describe('Values that links and files are fetched with', () => {
  let world: IndexWorld;
  let folder: string;
  let envelope: FieldEnvelope;
  let fields: FieldWriter;
  let writer: ResourceWriter;
  let kbid: string;

  beforeAll(async () => {
    world = await IndexWorld.start();
    folder = await mkdtemp(join(tmpdir(), 'lectern-sealed-'));
    envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf('secret')]));
    const blobs = new FilesystemBlobStore(folder);
    fields = new FieldWriter(
      blobs,
      world.fields,
      envelope,
      new ConversationRepository(),
      new MessageWriter(blobs, unlimitedStock),
    );
    const boxes = new KnowledgeBoxRepository(world.transactions);
    const keyValues = new KeyValueCheck(new KvSchemaRepository());
    const blocks = new AccountBlocks(world.transactions, new AccountBlockRepository(), new InProcessBus());
    const guards = new FieldGuards(keyValues, unlimitedStock, new UploadLimits(boxes, blocks));
    writer = new ResourceWriter(boxes, fields, world.changes, world.ingest, guards);
    kbid = await world.newBox();
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const create = async (payload: object) => {
    const created = await writer.create({ ...caller, kbid }, validate(CreateResourcePayload, payload));
    return created.uuid;
  };
  const ways: Record<string, (rid: string) => Promise<unknown>> = {
    create: async () => undefined,
    modify: (rid) => {
      const payload = validate(ModifyResourcePayload, planted('modify'));
      return writer.modify({ kbid, rid }, payload, { principal: systemPrincipal });
    },
    put: (rid) => {
      const payload = validate(ModifyResourcePayload, planted('put'));
      const make = () => fields.prepare({ kbid, rid }, payload, new Date());
      return writer.putFields({ kbid, rid }, systemPrincipal, { make });
    },
  };

  it.each(Object.keys(ways))('are in no column of any table, while their names are: %s', async (way) => {
    const rid = await create(planted('create'));
    await ways[way]?.(rid);
    for (const name of namesOf(way)) expect(await tablesWith(name)).toEqual(['knowledge_box.fields']);
    for (const value of valuesOf(way)) expect(await tablesWith(value)).toEqual([]);
  });

  it.each(Object.keys(ways))('can be read by who opens the field: %s', async (way) => {
    const rid = await create(planted('create'));
    await ways[way]?.(rid);
    const rows = await world.dataSource.manager.findBy(FieldEntity, { kbid, rid });
    const opened = JSON.stringify(rows.map((row) => envelope.opened(row)));
    for (const value of valuesOf(way)) expect(opened).toContain(value);
  });

  /** Tables of all schemas that contain this in a column, as text or bytes. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables: { name: string }[] = await world.dataSource.query(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const forms = [text, Buffer.from(text).toString('hex')];
    const holding: string[] = [];
    for (const { name } of tables) {
      const found: object[] = await world.dataSource.query(
        `SELECT 1 FROM ${name} AS t, unnest($1::text[]) AS form WHERE strpos(t::text, form) > 0 LIMIT 1`,
        [forms],
      );
      if (found.length > 0) holding.push(name);
    }
    return holding;
  }
});
