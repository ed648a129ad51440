import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { trainsetTypes } from './trainset.dto';
import { listTrainsetPartitions, listTrainsetPartitionsByPrefix, streamTrainset } from './trainset.operations';

const asked = (body: unknown) => faults(streamTrainset, { body });
const filtered = (filter: unknown) => asked({ type: 7, filter });
const READS = 'READER of kb; sa user pat';

describe('training sets', () => {
  it('are listed by prefix and read by partition, at one path', () => {
    expect(routesOf(listTrainsetPartitions, listTrainsetPartitionsByPrefix, streamTrainset)).toEqual({
      'GET /kb/{kbid}/trainset': `200 json; ${READS}`,
      'GET /kb/{kbid}/trainset/{prefix}': `200 json; ${READS}`,
      'POST /kb/{kbid}/trainset/{partition}': `200 binary; ${READS}`,
    });
    expect(conductOf(listTrainsetPartitions, listTrainsetPartitionsByPrefix, streamTrainset)).toEqual({
      'kb.trainset.list': '10 s, training',
      'kb.trainset.list-by-prefix': '10 s, training',
      'kb.trainset.stream': '60 s, training',
    });
    expect(streamTrainset.http?.contentType).toBe('application/octet-stream');
  });

  it('have types whose number is fixed', () => {
    expect(Object.entries(trainsetTypes)).toEqual([
      ['0', 'FIELD_CLASSIFICATION'],
      ['1', 'PARAGRAPH_CLASSIFICATION'],
      ['2', 'SENTENCE_CLASSIFICATION'],
      ['3', 'TOKEN_CLASSIFICATION'],
      ['4', 'IMAGE_CLASSIFICATION'],
      ['5', 'PARAGRAPH_STREAMING'],
      ['6', 'QUESTION_ANSWER_STREAMING'],
      ['7', 'FIELD_STREAMING'],
    ]);
  });

  it('come in batches of 5 with their texts, unless the request says otherwise', () => {
    expect(received(streamTrainset, { body: { type: 5 } })).toEqual({
      body: { type: 5, batch_size: 5, exclude_text: false },
    });
    const body = { type: 7, filter_expression: { field: { prop: 'language', language: 'en' } }, batch_size: 1_000 };
    expect(received(streamTrainset, { body: { ...body, exclude_text: true, other: 1 } })).toEqual({
      body: { ...body, exclude_text: true },
    });
  });

  it.each([
    [{}, 'type: Field required'],
    [{ type: -1 }, 'type: Input should be greater than or equal to 0'],
    [{ type: 8 }, 'type: Input should be less than or equal to 7'],
    [{ type: 'FIELD_STREAMING' }, 'type: Input should be a valid integer, unable to parse string as an integer'],
    [{ type: null }, 'type: Input should be a valid integer'],
    [{ type: 5, batch_size: 0 }, 'batch_size: Input should be greater than or equal to 1'],
    [{ type: 5, batch_size: 1_001 }, 'batch_size: Input should be less than or equal to 1000'],
    [{ type: 5, exclude_text: 'some' }, 'exclude_text: Input should be a valid boolean, unable to interpret input'],
    [{ type: 5, filter: [] }, 'filter: Input should be a valid dictionary or object to extract fields from'],
  ])('refuse %j', (body, fault) => {
    expect(asked(body)).toEqual([`body.${fault}`]);
  });

  it('are filtered by lists, each of at most 100 texts of 1,000 characters', () => {
    const names = ['labels', 'paths', 'rids', 'tags', 'icons', 'metadata', 'entities', 'fields', 'status'];
    const empty = Object.fromEntries(names.map((name) => [name, []]));
    expect(received(streamTrainset, { body: { type: 0, filter: {} } })).toMatchObject({ body: { filter: empty } });
    for (const name of names) {
      expect(beyond(100, (size) => filtered({ [name]: list(size, () => 'a') }))).toEqual([
        `body.filter.${name}: List should have at most 100 items after validation, not 101`,
      ]);
      expect(beyond(1_000, (size) => filtered({ [name]: [text(size)] }))).toEqual([
        `body.filter.${name}.0: String should have at most 1000 characters`,
      ]);
      expect(filtered({ [name]: 'a' })).toEqual([`body.filter.${name}: Input should be a valid list`]);
    }
  });

  it('are named by at most 250 characters', () => {
    const read = (prefix: string) => faults(listTrainsetPartitionsByPrefix, { path: { kbid: 'k', prefix } });
    expect(beyond(250, (size) => read(text(size)))).toEqual(['path.prefix: String should have at most 250 characters']);
    const streamed = (partition: string) =>
      faults({ ...streamTrainset, body: undefined }, { path: { kbid: 'k', partition } });
    expect(beyond(250, (size) => streamed(text(size)))).toEqual([
      'path.partition: String should have at most 250 characters',
    ]);
  });

  it('answer with the ids of the partitions', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'trainset.dto.ts'), name);
    expect(answer('TrainsetPartitions')).toBe('partitions');
    expect(answer('TrainsetChunk')).toBe('bytes?');
    expect(streamTrainset.http?.member).toBe('bytes');
  });
});
