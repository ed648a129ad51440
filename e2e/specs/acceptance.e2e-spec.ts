import {
  createAccountKnowledgeBox,
  createKvSchema,
  createResource,
  deleteAccountKnowledgeBox,
  deleteField,
  getExportStatus,
  modifyResource,
  startExport,
} from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { answerText, type KnowledgeBoxClient, until } from '../harness/client';
import { asRole, asTemporal } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server, silentAddress } from '../harness/modes';

/**
 * What one client meets in the life of a box, as far as no other spec says it: uploads and ranges are covered by
 * `upload` and `tus`, orders and bounds of results in `find`, messages in `conversation`, values in `key-value`,
 * configurations in `search-configuration`, streams in `notifications`, groups in `security`.
 */
inStandalone('the life of a knowledge box, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown, box = kb) =>
    box.client.send(method, `${box.path}${path}`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
  });

  it('begins once with its slug, which is free when it ends', async () => {
    const body = { slug: `life-${randomUUID()}`, title: 'Life' };
    const params = { account: kb.account };
    const create = () => kb.client.send('POST', `/account/${kb.account}/kbs`, { body });
    const { id } = await kb.client.api.call(createAccountKnowledgeBox, { params, body });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await create()).status).toBe(409);
    await kb.client.api.call(deleteAccountKnowledgeBox, { params: { ...params, kbid: id } });
    expect((await kb.client.send('GET', `/kb/${id}`)).status).toBe(404);
    expect((await create()).status).toBe(201);
  });

  it('is read by readers and written by writers', async () => {
    const [reader, writer] = await Promise.all([asRole(kb, 'SMEMBER'), asRole(kb, 'SCONTRIBUTOR')]);
    expect(await send('POST', '/resources', {}, reader)).toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
    const rid = await writer.createResource({ title: 'Written' });
    expect(await reader.resource(rid)).toMatchObject({ title: 'Written' });
    for (const method of ['PATCH', 'DELETE'])
      expect((await send(method, `/resource/${rid}`, {}, reader)).status).toBe(403);
  });

  it('has resources that wait until all of them is processed, and are gone when they are deleted', async () => {
    const payload = { texts: { a: { body: 'A heron fishes.' } }, links: { page: { uri: silentAddress() } } };
    const rid = (await kb.api(createResource, { body: payload })).uuid;
    const waiting = await kb.resource(rid);
    expect(waiting).toMatchObject({ slug: rid, metadata: { status: 'PENDING' } });
    expect(Object.entries(waiting).filter(([, value]) => value === null)).toEqual([['last_account_seq', null]]);
    await kb.api(deleteField, { params: { rid, field_type: 'link', field_id: 'page' } });
    expect((await kb.untilProcessed(rid)).metadata?.status).toBe('PROCESSED');
    expect((await send('DELETE', `/resource/${rid}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(await send(method, `/resource/${rid}`, method === 'PATCH' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { detail: 'Resource does not exist' },
      });
    expect(await kb.foundTexts({ query: 'heron', features: ['keyword'] })).toEqual([]);
  });

  it('has labels that are replaced, and filter at once, without processing', async () => {
    const labelled = (label: string) => ({ usermetadata: { classifications: [{ labelset: 'birds', label }] } });
    const payload = { texts: { a: { body: 'A coot dives.' } }, ...labelled('rail') };
    const rid = await kb.createResource(payload, { wait: 'searchable' });
    const { last_seqid: processed } = await kb.resource(rid);
    expect(await kb.api(modifyResource, { params: { rid }, body: labelled('diver') })).toEqual({ seqid: null });
    const found = (label: string) =>
      kb.foundTexts({ query: 'coot', features: ['keyword'], fields: ['t'], filters: [`/l/birds/${label}`] });
    await until(async () => ((await found('diver')).length === 1 ? true : undefined), 'the new label is found');
    expect(await found('rail')).toEqual([]);
    expect(await kb.resource(rid)).toMatchObject({ last_seqid: processed, metadata: { status: 'PROCESSED' } });
  });

  it('hides resources from find and ask, but not from those who read them by id', async () => {
    const payload = { hidden: true, texts: { a: { body: 'In cold years the smew winters on the reservoir.' } } };
    const rid = await kb.createResource(payload, { wait: 'embedded' });
    const found = (more: object) => kb.foundTexts({ query: 'smew', features: ['keyword'], fields: ['t'], ...more });
    expect([await found({}), await found({ show_hidden: true })]).toEqual([[], [payload.texts.a.body]]);
    const answer = async (more: object) => answerText(await kb.ask({ query: 'Where does the smew winter?', ...more }));
    expect(await answer({})).not.toContain('reservoir');
    expect(await answer({ show_hidden: true })).toContain('reservoir');
    expect(await kb.resource(rid)).toMatchObject({ id: rid, hidden: true });
  });

  it('shows a resource of a group to its group, and to those who name none until the box enforces groups', async () => {
    const box = await server(mode).createKnowledgeBox();
    const payload = { texts: { a: { body: 'The osprey nests here.' } }, security: { access_groups: ['g1'] } };
    await box.createResource(payload, { wait: 'searchable' });
    const sees = async (more: object) =>
      (await box.foundTexts({ query: 'osprey', features: ['keyword'], fields: ['t'], ...more })).length === 1;
    const seen = async () => [
      await sees({}),
      await sees({ security: { groups: ['g1'] } }),
      await sees({ security: { groups: ['g2'] } }),
    ];
    expect(await seen()).toEqual([true, true, false]);
    await box.modify({ enforce_security: true });
    expect(await seen()).toEqual([false, true, false]);
    const temporal = await asTemporal(await asRole(box, 'SMEMBER'), { security_groups: ['g2'] });
    expect((await send('POST', '/find', { query: 'osprey' }, temporal)).status).toBe(403);
    const asked = await temporal.ask({ query: 'osprey', features: ['keyword'], security: { groups: ['g1'] } });
    expect(asked.find((item) => item.type === 'retrieval')).toMatchObject({ results: { best_matches: [] } });
  });

  it('lists what failed among what is processed, newest first, hidden ones included', async () => {
    const box = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const broken = {
      filename: 'broken.docx',
      payload: Buffer.from('PK\x03\x04 broken').toString('base64'),
      content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    };
    const rids = [
      await box.createResource({ texts: { a: { body: 'A wren sings.' } } }, { wait: 'embedded' }),
      await box.createResource({ files: { a: { file: broken } } }),
      await box.createResource({ hidden: true, texts: { a: { body: 'A dunnock hides.' } } }, { wait: 'embedded' }),
    ];
    const [fine = '', failed = '', hidden = ''] = rids;
    const hasFailed = async () => (await box.resource(failed)).metadata?.status === 'ERROR' || undefined;
    await until(hasFailed, 'the broken file is given up');
    const listed = async (body: object) => {
      const answer = await send('POST', '/catalog', body, box);
      // Body of a 200 of the catalog.
      const { results, total } = (answer.body as { fulltext: { results: { rid: string }[]; total: number } }).fulltext;
      return [results.map((one) => one.rid), total];
    };
    expect(await listed({ with_status: 'PROCESSED' })).toEqual([[hidden, failed, fine], 3]);
    expect(await listed({ with_status: 'PENDING' })).toEqual([[], 0]);
    expect(await listed({ filter_expression: { resource: { prop: 'status', status: 'ERROR' } } })).toEqual([
      [failed],
      1,
    ]);
    expect(await listed({ hidden: false, page_size: 1 })).toEqual([[failed], 2]);
  });

  it('has exports that are scheduled, run and are finished, in this order', async () => {
    const order = ['scheduled', 'running', 'finished'];
    const { export_id } = await kb.api(startExport);
    const seen: string[] = [];
    await until(async () => {
      const { status } = await kb.api(getExportStatus, { params: { export_id } });
      if (seen.at(-1) !== status) seen.push(status);
      return status === 'finished' ? true : undefined;
    }, 'the export is finished');
    expect(seen).toEqual(order.filter((status) => seen.includes(status)));
  });

  it('says what is wrong with conditions on key-value fields', async () => {
    await kb.api(createKvSchema, { body: { id: 'facts', fields: [{ key: 'year', type: 'integer' }] } });
    const condition = { schema_id: 'facts', key: 'year', eq: 'not a number' };
    const { status, body } = await send('POST', '/find', { query: '', filter_expression: { key_value: condition } });
    const detail = `Invalid query. Error in key_value: Key 'year' in schema 'facts' expects type 'integer', got text`;
    expect([status, body]).toMatchObject([412, { detail }]);
  });
});
