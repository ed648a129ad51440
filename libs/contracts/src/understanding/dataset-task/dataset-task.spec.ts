import { required, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import { StartDatasetTaskPayload } from './dataset-task.dto';
import * as tasks from './dataset-task.operations';

const { startDatasetTask: start } = tasks;
const operations = Object.values(tasks).flatMap((one) => ('summary' in one ? [one] : []));
const parameters = { name: 'Topics', operations: [{ label: { ident: 'topics' } }] };

describe('tasks of a dataset', () => {
  it('are for NUA keys of its account', () => {
    const item = '/dataset/{dataset_id}/task/{task_id}';
    expect(routesOf(...operations)).toEqual({
      'POST /dataset/{dataset_id}/task/start': '200 json; any of nothing; nua',
      'GET /dataset/{dataset_id}/tasks': '200 json; any of nothing; nua',
      [`GET ${item}/inspect`]: '200 json; any of nothing; nua',
      [`POST ${item}/stop`]: '200 json; any of nothing; nua',
      [`DELETE ${item}`]: '200 null; any of nothing; nua',
    });
  });

  it('generate when they are started, and can be stopped and deleted while the disk is full', () => {
    expect(conductOf(...operations)).toEqual({
      'understanding.dataset-task.start': '15 s, generative, needs room',
      'understanding.dataset-task.list': '15 s',
      'understanding.dataset-task.inspect': '15 s',
      'understanding.dataset-task.stop': '15 s',
      'understanding.dataset-task.delete': '15 s',
    });
  });

  it('have a name, and parameters or an earlier task', () => {
    expect(wireOf(StartDatasetTaskPayload, { name: 'labeler' })).toEqual({
      name:
        "'labeler', 'llm-graph', 'synthetic-questions', 'ask', 'extract', 'prompt-guard', 'llm-guard' or " +
        "'llama-guard'!",
      parameters: 'null object',
      uuid_task: 'null text',
    });
    expect(faults(start, { body: {} })).toEqual([`body.name: ${required}`]);
    expect(faults(start, { body: { name: 'labeler', parameters } })).toEqual([]);
    expect(faults(start, { body: { name: 'memory', parameters } })).toHaveLength(1);
  });
});
