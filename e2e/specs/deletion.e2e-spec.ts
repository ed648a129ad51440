import { getDeletion, verifyDeletion } from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { inAllModes } from '../harness/in-modes';
import { server } from '../harness/modes';
import { Standalone, temporaryFolder } from '../harness/standalone';

inAllModes('the deletion of a resource, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const receiptOf = (rid: string) => kb.api(getDeletion, { params: { rid } });
  const purged = (rid: string) =>
    until(async () => ((await receiptOf(rid)).state === 'purged' ? true : undefined), `${rid} is purged`);
  const verify = (rid: string) => kb.api(verifyDeletion, { params: { rid } });

  it('leaves a receipt of what it removed, and a proof that nothing is left', async () => {
    const body = 'The ibex climbs.\n\nIt eats lichen.';
    const rid = await kb.createResource({ texts: { a: { body } } }, { wait: 'embedded' });
    const file = await kb.upload(Buffer.from('The ibex sleeps.'), { filename: 'ibex.txt', contentType: 'text/plain' });
    const user: unknown = expect.any(String);
    const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/);
    for (const id of [rid, file]) await kb.deleteResource(id);
    await purged(rid);
    await purged(file);
    expect(await receiptOf(rid)).toEqual({
      resource_id: rid,
      by: user,
      deleted_at: date,
      state: 'purged',
      purged_at: date,
      rows: { resources: 1, fields: 1, extracted_fields: 1, field_vectors: 1 },
      files: 0,
      kept_days: 90,
    });
    expect(await receiptOf(file)).toMatchObject({ state: 'purged', files: 1 });
    for (const id of [rid, file]) await until(async () => ((await verify(id)).clean ? true : undefined), 'it is gone');
    const names = (await verify(file)).stores.map(({ store }) => store);
    expect(names).toEqual(['rows', 'tasks', 'keywords', expect.stringMatching(/^vectors\//), 'files']);
  });

  it('has no receipt where nothing was deleted, nor for readers', async () => {
    const unknown = `${kb.path}/deletion/${randomUUID().replaceAll('-', '')}`;
    const { status, body } = await kb.client.send('GET', unknown);
    expect([status, body]).toEqual([404, { detail: 'There is no receipt of a deletion of this resource' }]);
    expect((await kb.client.send('POST', `${unknown}/verify`)).status).toBe(404);
    const reader = await asRole(kb, 'SMEMBER');
    expect((await reader.client.send('GET', unknown)).status).toBe(403);
  });
});

describe('the proof of a deletion, standalone', () => {
  it('finds what every store holds of a resource', async () => {
    const folder = await temporaryFolder();
    const standalone = await Standalone.start({ dataDir: folder });
    try {
      const client = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
      const kb = await client.createKnowledgeBox();
      const file = { filename: 'ibex.txt', contentType: 'text/plain' };
      const rid = await kb.upload(Buffer.from('The ibex sleeps.'), file);
      await kb.untilEmbedded(rid);
      const receipt = `insert into knowledge_box.deletion_receipts (kbid, rid, version, by, deleted_at, rows, blob_keys)
        select kbid, rid, 1, 'test', now(), '{}', array_agg(blob_key) from knowledge_box.fields group by kbid, rid`;
      await inDatabase(folder, (database) => database.query(receipt));
      const proof = await kb.api(verifyDeletion, { params: { rid } });
      expect(proof.clean).toBe(false);
      const empty = proof.stores.filter(({ found }) => found === 0).map(({ store }) => store);
      expect(empty).toEqual(['tasks']);
    } finally {
      await standalone.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
