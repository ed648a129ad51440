import { getUser } from '@lectern/contracts/accounts';
import {
  deleteField,
  modifyResource,
  putTextField,
  reprocessResource,
  uploadFileField,
} from '@lectern/contracts/knowledge-box';
import { rm } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { Standalone, temporaryFolder } from '../harness/standalone';

interface LoggedChange {
  readonly kind: string;
  readonly by: string;
}

describe('the change log, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Each request comes from another user. */
  const as = (user: string) => kb.as(new Client(standalone.origin, { ...kb.client.credential, 'x-kbdb-user': user }));

  /** Actions of callers on a resource, oldest first. */
  async function changesOf(rid: string): Promise<LoggedChange[]> {
    const sql = `select kind, by from knowledge_box.changes
      where kbid = $1 and rid = $2 and kind not in ('processed', 'started', 'indexed', 'stopped') order by id`;
    return inDatabase(folder, async (database) => (await database.query<LoggedChange>(sql, [kb.id, rid])).rows);
  }

  it('says who created, changed and deleted a resource and its fields', async () => {
    const rid = await as('ann').createResource({ slug: 'ibex', texts: { a: { body: 'The ibex climbs.' } } });
    await as('ben').modifyResource(rid, { title: 'Ibex' });
    const restricted = { security: { access_groups: ['hr'] } };
    await as('cid').api(modifyResource, { params: { rslug: 'ibex' }, body: restricted });
    const field = { rid, field_id: 'b' };
    await as('dan').api(putTextField, { params: field, body: { body: 'It rests at noon.' } });
    await as('eve').api(deleteField, { params: { ...field, field_type: 'text' } });
    const file = { params: { kbid: kb.id, rid, field_id: 'c' }, headers: { 'content-type': 'text/plain' } };
    await as('fay').client.api.upload(uploadFileField, Buffer.from('It sleeps at night.'), file);
    await as('gil').api(reprocessResource, { params: { rid } });
    await as('hal').deleteResource(rid);
    expect(await changesOf(rid)).toEqual([
      { kind: 'created', by: 'ann' },
      { kind: 'modified', by: 'ben' },
      { kind: 'modified', by: 'cid' },
      { kind: 'modified', by: 'dan' },
      { kind: 'modified', by: 'eve' },
      { kind: 'modified', by: 'fay' },
      { kind: 'reprocessed', by: 'gil' },
      { kind: 'deleted', by: 'hal' },
    ]);
  });

  it('says who uploaded a file, and names the caller who does not say for whom', async () => {
    const upload = { filename: 'ibex.txt', contentType: 'text/plain' };
    const uploaded = await as('ann').upload(Buffer.from('The ibex climbs.'), upload);
    expect(await changesOf(uploaded)).toEqual([{ kind: 'created', by: 'ann' }]);
    const { id } = await kb.client.api.call(getUser);
    const created = await kb.createResource({ title: 'Ibex' });
    expect(await changesOf(created)).toEqual([{ kind: 'created', by: id }]);
  });

  it('says nothing of what was refused', async () => {
    const rid = await as('ann').createResource({ title: 'Ibex' });
    const body = { security: { groups: ['hr'] } };
    const refused = await as('ben').client.send('PATCH', `${kb.path}/resource/${rid}`, { body });
    const reader = await asRole(kb, 'SMEMBER');
    const headers = { 'x-kbdb-user': 'cid' };
    const forbidden = await reader.client.send('DELETE', `${kb.path}/resource/${rid}`, { headers });
    expect([refused.status, forbidden.status]).toEqual([422, 403]);
    expect(await changesOf(rid)).toEqual([{ kind: 'created', by: 'ann' }]);
  });
});
