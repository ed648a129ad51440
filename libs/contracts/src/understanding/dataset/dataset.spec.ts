import { membersOf } from '../../validation/answers.fixture';
import { idParametersOf } from '../../validation/ids';
import { required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { AccountDatasetTarget, DatasetTarget, NewDataset } from './dataset.dto';
import * as datasets from './dataset.operations';

const smallest = { name: 'Topics', filter: { labels: [] }, type: 'FIELD_STREAMING' };
const dataset_id = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const file = `${__dirname}/dataset.dto.ts`;

/** The gateway describes the body. */
const uploadWithout = { ...datasets.uploadPartition, body: undefined };

describe('datasets', () => {
  it('are managed by NUA keys and by owners of the account, and read by its members', () => {
    const reads = 'AMEMBER or AOWNER of account; nua user pat';
    const writes = 'AOWNER of account; nua user pat';
    const [own, item] = ['/dataset/{dataset_id}', '/account/{account}/dataset/{dataset_id}'];
    expect(routesOf(...Object.values(datasets))).toEqual({
      'POST /datasets': '201 json; any of nothing; nua',
      'POST /account/{account}/datasets': `201 json; ${writes}`,
      'GET /account/{account}/datasets': `200 json; ${reads}`,
      [`GET ${item}`]: `200 json; ${reads}`,
      [`DELETE ${own}`]: '204 empty; any of nothing; nua',
      [`DELETE ${item}`]: `204 empty; ${writes}`,
      [`GET ${item}/models`]: '200 json; any of account; nua',
      [`PUT ${own}/partition/{partition_id}`]: '204 empty; any of nothing; nua',
      [`PUT ${item}/partition/{partition_id}`]: `204 empty; ${writes}`,
      [`GET ${item}/partitions`]: `200 json; ${reads}`,
      [`GET ${item}/partition/{partition_id}`]: `200 binary; ${reads}`,
      [`DELETE ${item}/partition/{partition_id}`]: `204 empty; ${writes}`,
      [`DELETE ${item}/partitions`]: `204 empty; ${writes}`,
      'POST /kb/{kbid}/trainset/{partition}/dataset/{dataset_id}': '200 json; AOWNER of kb; user pat',
    });
  });

  it('can be read and deleted while the disk is full; checking a large partition may take a quarter of an hour', () => {
    expect(conductOf(...Object.values(datasets))).toEqual({
      'understanding.dataset.create': '15 s, training, needs room',
      'understanding.dataset.list': '15 s',
      'understanding.dataset.get': '15 s',
      'understanding.dataset.delete': '15 s',
      'understanding.dataset.models': '15 s',
      'understanding.dataset.upload': '900 s, training, needs room',
      'understanding.dataset.export': '120 s, training, needs room',
      'understanding.dataset.partitions': '15 s',
      'understanding.dataset.download': '15 s, training',
      'understanding.dataset.delete-partition': '15 s',
      'understanding.dataset.delete-partitions': '15 s',
    });
  });

  it.each([DatasetTarget, AccountDatasetTarget])('are named in %p by a UUID in either form', (target) => {
    const id = idParametersOf(target).find(({ name }) => name === 'dataset_id');
    expect(id?.read('4FF5E06CD43F4CCC82EB8CF1C202B212')).toBe(dataset_id);
    expect([id?.read('topics'), id?.unreadable]).toEqual([undefined, 'Dataset not found. UUID expected.']);
  });

  it('that are new have a name, a filter and a type', () => {
    const { type, ...rest } = wireOf(NewDataset, smallest);
    expect(rest).toEqual({ name: 'text!', filter: 'object!' });
    expect(type).toContain("'FIELD_STREAMING'");
    expect(faults(datasets.createDataset, { body: {} })).toEqual(
      ['name', 'filter', 'type'].map((member) => `body.${member}: ${required}`),
    );
    expect(faults(datasets.createDataset, { body: { ...smallest, filter: {} } })).toEqual([
      `body.filter.labels: ${required}`,
    ]);
    expect(faults(datasets.createDataset, { body: { ...smallest, name: text(251) } })).toEqual([
      `body.name: ${tooLong(250)}`,
    ]);
  });

  it.each([7, 'field_streaming', 'OTHER'])('have no type %p', (type) => {
    expect(faults(datasets.createDataset, { body: { ...smallest, type } })).toEqual([
      expect.stringMatching(/^body\.type: Input should be 'FIELD_CLASSIFICATION'/),
    ]);
  });

  it('have partitions with any name of at most 250 characters, whose size is announced', () => {
    const headers = { 'content-length': '5' };
    const named = (partition_id: string) =>
      faults(uploadWithout, { path: { dataset_id, partition_id }, header: headers });
    expect([named('1'), named('shard 2/ä'), named(text(250))]).toEqual([[], [], []]);
    expect([named(text(251)).length, named('a\nb').length]).toEqual([1, 1]);
    expect(faults(uploadWithout, { path: { dataset_id, partition_id: '1' }, header: {} })).toEqual([
      `header.content-length: ${required}`,
    ]);
  });

  it('are answered with every member', () => {
    expect(membersOf(file, 'Dataset')).toBe(
      'id, timestamp, account_id, nua_client_id|null, account_type|null, type, path|null, filter, name',
    );
    expect(membersOf(file, 'DatasetPartition')).toBe('id, size_bytes, rows, timestamp');
    expect(membersOf(file, 'DatasetModel')).toBe('model, title, model_type, trained');
  });
});
