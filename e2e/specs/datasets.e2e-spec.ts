import { throughDoor } from '@lectern/contracts/core';
import {
  createDataset,
  deleteDataset,
  deleteDatasetTask,
  deletePartition,
  deletePartitions,
  downloadPartition,
  exportToDataset,
  getDataset,
  inspectDatasetTask,
  listDatasetModels,
  listDatasets,
  listDatasetTasks,
  listPartitions,
  pullProcessing,
  startDatasetTask,
  stopDatasetTask,
  uploadPartition,
} from '@lectern/contracts/understanding';
import { Binary, Field, List, Schema, Table, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { writeMessage } from '@lectern/contracts/messages';
import type { Client, KnowledgeBoxClient } from '../harness/client';
import { until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { asNuaClient, readMessage } from '../harness/processing';

const createInAccount = throughDoor(createDataset, 'understanding.dataset.create-in-account');

const TREES = 'The old oak tree in the forest lost its leaves in autumn.';
const LOANS = 'The bank raised the interest rate of its loans.';
const labels = [
  { label: 'trees', description: 'An oak tree in the forest, its leaves in autumn', examples: [TREES] },
  { label: 'money', description: 'The interest rate of loans of a bank', examples: [LOANS] },
];
const labeler = (on: 0 | 1 = 1) => ({ name: 'topics', on, operations: [{ label: { ident: 'topic', labels } }] });
const streaming = { name: 'Fields', type: 'FIELD_STREAMING', filter: { labels: [] } } as const;

const texts = new List(new Field('item', new Utf8()));
const columns = {
  split: new Utf8(),
  rid: new Utf8(),
  field: new Utf8(),
  field_type: new Utf8(),
  labels: texts,
  text: new Binary(),
  basic: new Binary(),
  metadata: new Binary(),
};
const schema = new Schema(Object.entries(columns).map(([name, type]) => new Field(name, type)));

/** An Arrow stream with a row for each text. */
function fields(...bodies: readonly string[]): Buffer {
  const message = (type: string, value: object) => writeMessage(type, value);
  const values = {
    split: bodies.map(() => '0'),
    rid: bodies.map((_, i) => String(i).padStart(32, '0')),
    field: bodies.map(() => 'body'),
    field_type: bodies.map(() => 't'),
    labels: bodies.map(() => ['/l/state/read', '/t/tag']),
    text: bodies.map((text) => message('ExtractedText', { text })),
    basic: bodies.map((_, i) => message('Basic', { title: `Text ${i}` })),
    metadata: bodies.map((text) =>
      message('FieldComputedMetadata', { metadata: { language: 'en', paragraphs: [{ start: 0, end: text.length }] } }),
    ),
  };
  const vectors = Object.entries(columns).map(
    ([name, type]) => [name, vectorFromArray(values[name as keyof typeof values] as never, type as never)] as const,
  );
  return Buffer.from(tableToIPC(new Table(schema, Object.fromEntries(vectors)), 'stream'));
}

function labelled(...bodies: readonly string[]): Buffer {
  const table = new Table(new Schema([new Field('text', new Utf8()), new Field('labels', texts)]), {
    text: vectorFromArray(bodies, new Utf8()),
    labels: vectorFromArray(
      bodies.map(() => ['topic/trees']),
      texts,
    ),
  });
  return Buffer.from(tableToIPC(table, 'stream'));
}

inStandalone('datasets, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;
  let owner: Client;
  let account: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = await asNuaClient(kb);
    owner = kb.client;
    ({ account } = kb);
  });

  const created = async (type: string = streaming.type) =>
    (await nua.api.call(createDataset, { body: { ...streaming, type: type as typeof streaming.type } })).id;
  const put = (dataset: string, raw: Buffer, partition = '1') =>
    nua.send('PUT', `/dataset/${dataset}/partition/${partition}`, { raw });

  it('are created by keys and owners, listed, shown and deleted', async () => {
    const params = { account };
    const dataset_id = await created();
    const body = { name: 'Labels', type: 'FIELD_CLASSIFICATION', filter: { labels: ['topic'] } } as const;
    const { id: other } = await owner.api.call(createInAccount, { params, body });
    const all = (await nua.api.call(listDatasets, { params })).datasets;
    const datasets = all.filter(({ id }) => [other, dataset_id].includes(id));
    expect(datasets.map(({ id }) => id)).toEqual([other, dataset_id]);
    const shown = await owner.api.call(getDataset, { params: { account, dataset_id: other } });
    expect(shown).toMatchObject({ ...body, id: other, account_id: account, nua_client_id: null, path: null });
    expect(datasets[1]?.nua_client_id).not.toBeNull();

    const { models } = await nua.api.call(listDatasetModels, { params: { account, dataset_id } });
    expect(Object.values(models).map(({ trained }) => trained)).toContain(false);

    expect((await owner.send('DELETE', `/account/${account}/dataset/${other}`)).status).toBe(204);
    await nua.api.call(deleteDataset, { params: { dataset_id } });
    const gone = await owner.send('GET', `/account/${account}/dataset/${other}`);
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Dataset not found' }]);
    expect((await nua.send('DELETE', `/dataset/${dataset_id}`)).status).toBe(404);
  });

  it('have partitions, which are replaced, downloaded and deleted', async () => {
    const dataset_id = await created();
    const params = { account, dataset_id };
    await nua.api.upload(uploadPartition, fields(TREES), { params: { dataset_id, partition_id: 'a' } });
    const content = fields(TREES, LOANS);
    expect((await put(dataset_id, content, 'a')).status).toBe(204);
    const byOwner = `/account/${account}/dataset/${dataset_id}/partition/shard 2`;
    expect((await owner.send('PUT', byOwner, { raw: fields(LOANS) })).status).toBe(204);

    const { partitions } = await owner.api.call(listPartitions, { params });
    expect(partitions.map(({ id, rows }) => [id, rows])).toEqual([
      ['a', 2],
      ['shard 2', 1],
    ]);
    expect(partitions[0]?.size_bytes).toBe(content.length);
    expect((await owner.api.call(getDataset, { params })).path).not.toBeNull();
    const bytes = await owner.api.download(downloadPartition, { params: { ...params, partition_id: 'a' } });
    expect(bytes.equals(content)).toBe(true);

    await owner.api.call(deletePartition, { params: { ...params, partition_id: 'a' } });
    expect((await owner.send('DELETE', `/account/${account}/dataset/${dataset_id}/partition/a`)).status).toBe(404);
    await owner.api.call(deletePartitions, { params });
    expect((await owner.api.call(listPartitions, { params })).partitions).toEqual([]);
  });

  it('refuse partitions that are not whole streams of their columns, and keep the earlier one', async () => {
    const dataset = await created();
    const whole = fields(TREES);
    await put(dataset, whole);
    const refused = async (raw: Buffer) => {
      const { status, body } = await put(dataset, raw);
      return `${status} ${String(Object(body).detail).replace(/^.*dataset: /, '')}`;
    };
    expect(await refused(Buffer.from('text'))).toBe('422 it ends after 4 bytes, before the end of the stream');
    expect(await refused(Buffer.from('no Arrow stream'))).toBe('422 it does not begin with a message');
    expect(await refused(whole.subarray(0, -8))).toMatch(/^422 it ends after \d+ bytes/);
    expect(await refused(whole.subarray(0, 400))).toMatch(/^422 it ends after 400 bytes/);
    expect(await refused(labelled(TREES))).toMatch(/^422 it has no column split;/);
    expect(await refused(Buffer.concat([whole, whole]))).toBe('422 bytes follow its end');
    const params = { account, dataset_id: dataset };
    expect((await owner.api.call(listPartitions, { params })).partitions).toMatchObject([{ id: '1', rows: 1 }]);
  });

  it('are filled from a knowledge box, for the types of its training sets', async () => {
    const box = await owner.createKnowledgeBox();
    const usermetadata = { classifications: [{ labelset: 'topic', label: 'trees' }] };
    const people = `${TREES}\n\nMaria Silva planted it in Lisbon.`;
    const rid = await box.createResource(
      { title: 'Oak', texts: { a: { body: people } }, usermetadata },
      { wait: 'searchable' },
    );
    await box.createResource({ title: 'Bank', texts: { a: { body: LOANS } } }, { wait: 'searchable' });
    const exported = async (type: string, labels: readonly string[], body: object = {}) => {
      const made = { name: type, type: type as 'FIELD_STREAMING', filter: { labels: [...labels] } };
      const { id: dataset_id } = await owner.api.call(createInAccount, { params: { account }, body: made });
      const params = { kbid: box.id, partition: box.id, dataset_id };
      const partition = await owner.api.call(exportToDataset, { params, body });
      const stored = { account, dataset_id, partition_id: box.id };
      const bytes = await owner.api.download(downloadPartition, { params: stored });
      expect([partition.id, partition.size_bytes]).toEqual([box.id, bytes.length]);
      const rows = tableFromIPC(bytes)
        .toArray()
        .map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>);
      expect(rows.length).toBe(partition.rows);
      return { dataset_id, rows };
    };
    const labelledRows = (await exported('FIELD_CLASSIFICATION', ['topic'])).rows;
    expect(labelledRows).toContainEqual({ text: expect.stringContaining('old oak'), labels: ['topic/trees'] });
    expect(JSON.stringify(labelledRows)).not.toContain('bank');
    const sentences = (await exported('SENTENCE_CLASSIFICATION', ['topic'])).rows;
    expect(sentences).toContainEqual({ text: 'Maria Silva planted it in Lisbon.', labels: ['topic/trees'] });
    const paragraphs = (await exported('PARAGRAPH_STREAMING', [])).rows;
    expect(paragraphs.filter(({ paragraph_id: id }) => String(id).startsWith(`${rid}/t/a/`))).toHaveLength(1);
    const tokens = (await exported('TOKEN_CLASSIFICATION', [])).rows;
    expect(tokens.some(({ text, labels: tags }) => Array.isArray(text) && text.length === (tags as []).length)).toBe(
      true,
    );
    expect((await exported('IMAGE_CLASSIFICATION', [])).rows).toEqual([]);
    expect((await exported('QUESTION_ANSWER_STREAMING', [])).rows).toEqual([]);
    const onlyTexts = { filter_expression: { field: { prop: 'field', type: 'text' } } };
    const { dataset_id, rows } = await exported('FIELD_STREAMING', [], onlyTexts);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ split: '0', field: 'a', field_type: 't' });

    const { id: task_id } = await nua.api.call(startDatasetTask, {
      params: { dataset_id },
      body: { name: 'labeler', parameters: labeler() },
    });
    const done = await until(async () => {
      const task = await nua.api.call(inspectDatasetTask, { params: { dataset_id, task_id } });
      return task.completed || task.failed ? task : undefined;
    }, 'the task on the export is completed');
    expect(done).toMatchObject({ completed: true, log: null });
    const { messages } = await nua.api.call(pullProcessing, { body: { limit: 10, ack: [], timeout: 5 } });
    const found = messages.flatMap(({ payload }) => readMessage(payload).field_metadata);
    const given = JSON.stringify(found.map(({ metadata }) => metadata.metadata.classifications));
    expect([given.includes('"trees"'), given.includes('"money"')]).toEqual([true, true]);
    await nua.api.call(pullProcessing, {
      body: { limit: 0, ack: messages.map(({ ack_token }) => ack_token), timeout: 0 },
    });

    const refused = async (path: string, body: object = {}) =>
      (await owner.send('POST', `/kb/${box.id}/trainset/${path}`, { body })).status;
    expect(await refused(`${box.id}/dataset/${kb.id}`)).toBe(404);
    expect(await refused(`${kb.id}/dataset/${dataset_id}`)).toBe(404);
    expect(await refused(`${box.id}/dataset/${await created('FIELD_CLASSIFICATION')}`)).toBe(422);
    expect(await refused(`${box.id}/dataset/${await created('PARAGRAPH_STREAMING')}`, onlyTexts)).toBe(422);
  });

  it('have tasks, whose results are in the queue of the client', async () => {
    const dataset_id = await created();
    await put(dataset_id, fields(TREES, LOANS));
    const { id, name } = await nua.api.call(startDatasetTask, {
      params: { dataset_id },
      body: { name: 'labeler', parameters: labeler() },
    });
    expect(name).toBe('labeler');
    const params = { dataset_id, task_id: id };
    const done = await until(async () => {
      const task = await nua.api.call(inspectDatasetTask, { params });
      return task.completed || task.failed ? task : undefined;
    }, 'the task is completed');
    expect(done).toMatchObject({ completed: true, source: 'dataset', dataset_id, kbid: null, log: null });

    const { messages } = await nua.api.call(pullProcessing, { body: { limit: 10, ack: [], timeout: 5 } });
    const found = messages.map(({ payload }) => readMessage(payload));
    expect(found.map(({ field_metadata }) => field_metadata[0]?.metadata.metadata.classifications)).toEqual([
      [{ labelset: 'topic', label: 'trees' }],
      [{ labelset: 'topic', label: 'money' }],
    ]);
    expect(found[0]?.field_metadata[0]?.field).toEqual({ field_type: 4, field: 'body' });
    await nua.api.call(pullProcessing, {
      body: { limit: 0, ack: messages.map(({ ack_token }) => ack_token), timeout: 0 },
    });

    const tasks = await nua.api.call(listDatasetTasks, { params: { dataset_id } });
    expect(tasks.done.map((one) => one.id)).toEqual([id]);
    const { status } = await nua.api.call(stopDatasetTask, { params });
    expect(status).toBe('not_running');
    await nua.api.call(deleteDatasetTask, { params });
    const gone = await nua.send('GET', `/dataset/${dataset_id}/task/${id}/inspect`);
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Task request not found' }]);
    expect((await nua.send('DELETE', `/dataset/${dataset_id}`)).status).toBe(204);
  });

  it('refuse tasks that cannot run on them', async () => {
    const body = { name: 'Labels', type: 'FIELD_CLASSIFICATION', filter: { labels: ['topic'] } } as const;
    const { id } = await nua.api.call(createDataset, { body });
    const start = (task: object, dataset = id) =>
      nua.send('POST', `/dataset/${dataset}/task/start`, { body: { name: 'labeler', parameters: labeler(), ...task } });
    expect((await start({})).body).toEqual({
      detail: 'Tasks run on datasets of the type FIELD_STREAMING, not FIELD_CLASSIFICATION',
    });
    const dataset = await created();
    expect((await start({ name: 'ask' }, dataset)).status).toBe(422);
    expect((await start({ name: 'memory' }, dataset)).status).toBe(422);
    expect((await start({}, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});
