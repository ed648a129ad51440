import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { agentTaskNames, StartAgentTaskPayload } from './agent-task.dto';
import * as tasks from './agent-task.operations';

const { startKnowledgeBoxTask: start, listKnowledgeBoxTasks: listTasks } = tasks;
const operations = Object.values(tasks).flatMap((one) => ('summary' in one ? [one] : []));
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const parameters = { name: 'Topics', operations: [{ label: { ident: 'topics' } }] };
const smallest = { name: 'labeler', parameters };
const file = `${__dirname}/agent-task.dto.ts`;

describe('tasks of a knowledge box', () => {
  it('are read by readers, changed by writers, and both by NUA keys of the account', () => {
    const [reads, writes] = ['READER', 'WRITER'].map((role) => `${role} of kb; nua sa user pat`);
    const item = '/kb/{kbid}/task/{task_id}';
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/task/start': `200 json; ${writes}`,
      'GET /kb/{kbid}/tasks': `200 json; ${reads}`,
      [`GET ${item}/inspect`]: `200 json; ${reads}`,
      [`GET ${item}/worker_config`]: '200 json; any of kb; nua',
      [`POST ${item}/stop`]: `200 json; ${writes}`,
      [`POST ${item}/restart`]: `200 json; ${writes}`,
      [`PATCH ${item}`]: `200 json; ${writes}`,
      [`POST ${item}/enable`]: `200 null; ${writes}`,
      [`DELETE ${item}`]: `200 null; ${writes}`,
      [`POST ${item}/cleanup`]: `200 json; ${writes}`,
    });
  });

  it('generate when they are started and restarted, and can be stopped and deleted while the disk is full', () => {
    expect(conductOf(...operations)).toEqual({
      'understanding.agent-task.start': '15 s, generative, needs room',
      'understanding.agent-task.list': '15 s',
      'understanding.agent-task.inspect': '15 s',
      'understanding.agent-task.worker': '15 s',
      'understanding.agent-task.stop': '15 s',
      'understanding.agent-task.restart': '15 s, generative, needs room',
      'understanding.agent-task.patch': '15 s, needs room',
      'understanding.agent-task.enable': '15 s, needs room',
      'understanding.agent-task.delete': '15 s',
      'understanding.agent-task.cleanup': '15 s, needs room',
    });
  });

  it('that are not there are inspected and deleted without a 404', () => {
    const found = operations.filter(({ fails }) => fails?.not_found === undefined).map(({ name }) => name);
    expect(found).toEqual(
      expect.arrayContaining(['understanding.agent-task.inspect', 'understanding.agent-task.delete']),
    );
  });
});

describe('starting a task', () => {
  it('needs a name; where it runs is said in the body or in the query', () => {
    expect(wireOf(StartAgentTaskPayload, smallest)).toEqual({
      name:
        "'labeler', 'llm-graph', 'synthetic-questions', 'ask', 'extract', 'prompt-guard', 'llm-guard', 'memory', " +
        "'semantic-model-migrator', 'llm-align', 'dummy', 'env', 'demo-dataset' or 'llama-guard'!",
      parameters: 'null object',
      uuid_task: 'null text',
      apply: "null 'EXISTING', 'NEW' or 'ALL'",
      enabled: 'null flag = true',
    });
    expect(received(start, { query: { apply: 'NEW' }, body: smallest }).query).toEqual({ apply: 'NEW' });
    expect(faults(start, { body: {} })).toEqual([`body.name: ${required}`]);
  });

  it.each([...agentTaskNames, 'llama-guard'])('runs %s', (name) => {
    expect(faults(start, { body: { ...smallest, name } })).toEqual([]);
  });

  it('takes the parameters of a migration, or those of operations', () => {
    const migrates = (semantic: unknown) =>
      faults(start, { body: { name: 'semantic-model-migrator', parameters: { semantic_model_id: semantic } } });
    expect([migrates('lexical'), migrates(text(250))]).toEqual([[], []]);
    expect(migrates('')).not.toEqual([]);
    expect(migrates(text(251))).not.toEqual([]);
    const keyed = { semantic_model_id: 'lexical', hf_embedding_key: { key: 'a' } };
    expect(faults(start, { body: { name: 'semantic-model-migrator', parameters: keyed } })).not.toEqual([]);
  });

  it.each([
    ['apply', 'EXISTING', 'existing', "Input should be 'EXISTING', 'NEW' or 'ALL'"],
    ['uuid_task', kbid, 'topics', 'Input should be a valid UUID, not 32 hexadecimal digits'],
    ['enabled', false, 'later', 'Input should be a valid boolean, unable to interpret input'],
    ['name', 'ask', 'Labeler', expect.stringMatching(/^Input should be 'labeler'/)],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(start, { body: changed<object>(smallest, at, value) });
    expect(faultsAt(good)).toEqual([]);
    expect(faultsAt(bad).map((one) => one.split(': ').slice(1).join(': '))).toEqual([fault]);
    expect(faultsAt(bad)[0]).toMatch(new RegExp(`^body\\.${at}: `));
  });

  it('has parameters within the bounds of one of the two', () => {
    const named = (name: string) => faults(start, { body: { ...smallest, parameters: { ...parameters, name } } });
    expect([named(text(250)), named(text(251)).length > 0]).toEqual([[], true]);
    expect(faults(start, { body: { ...smallest, parameters: [] } })).not.toEqual([]);
  });

  it('says with the query what is wrong in the query', () => {
    expect(faults(start, { query: { apply: 'LATER' }, body: smallest })).toEqual([
      "query.apply: Input should be 'EXISTING', 'NEW' or 'ALL'",
    ]);
  });
});

describe('other requests about tasks', () => {
  it('list ten that are done unless they say how many', () => {
    const listed = (query: object) => faults(listTasks, { query });
    expect(received(listTasks, { query: {} }).query).toEqual({ count: 10 });
    expect([listed({ count: '0' }), listed({ count: '1000' })]).toEqual([[], []]);
    expect(listed({ count: '1001' })).toEqual([`query.count: ${above(1_000)}`]);
    expect(listed({ count: '-1' })).toEqual([`query.count: ${below(0)}`]);
  });

  it('delete without a cleanup unless they ask for one', () => {
    const deleted = (query: object) => received(tasks.deleteKnowledgeBoxTask, { query }).query;
    expect([deleted({}), deleted({ cleanup: 'True' })]).toEqual([{ cleanup: false }, { cleanup: true }]);
  });

  it('enable or disable, and say which', () => {
    expect(faults(tasks.enableKnowledgeBoxTask, { body: {} })).toEqual([`body.enabled: ${required}`]);
    expect(received(tasks.enableKnowledgeBoxTask, { body: { enabled: false } }).body).toEqual({ enabled: false });
  });

  it('replace all parameters', () => {
    expect(faults(tasks.patchKnowledgeBoxTask, { body: {} })).toEqual([`body.parameters: ${required}`]);
    expect(faults(tasks.patchKnowledgeBoxTask, { body: { parameters: null } })).toHaveLength(1);
    expect(faults(tasks.patchKnowledgeBoxTask, { body: { parameters } })).toEqual([]);
  });

  it('name a task by an id of at most 64 characters', () => {
    const named = (task_id: string) => faults(tasks.inspectKnowledgeBoxTask, { path: { kbid, task_id } });
    expect([named(text(64)), named(text(65))]).toEqual([[], [`path.task_id: ${tooLong(64)}`]]);
  });
});

describe('answers about tasks', () => {
  it('are a state after a change, and both kinds of task where one is inspected', () => {
    expect(membersOf(file, 'AgentTaskState')).toBe('name, status, id');
    expect(membersOf(file, 'AgentTask')).toBe('request|null, config|null');
    expect(membersOf(file, 'AgentTasks')).toBe('tasks, running, configs, done');
  });

  it('describe kinds of tasks, with the schema of their parameters in the list', () => {
    expect(membersOf(file, 'AgentTaskKind')).toBe('name, data_augmentation, description, can_cleanup');
    expect(membersOf(file, 'AgentTaskDefinition')).toBe(
      'name, data_augmentation, description, can_cleanup, validation|null',
    );
  });

  it('have every member of a task, null where there is no value', () => {
    expect(membersOf(file, 'AgentRequest')).toBe(
      'task, source, kbid|null, dataset_id|null, account_id, nua_client_id|null, user_id, id, task_config_id|null, ' +
        'timestamp, scheduled, completed, stopped, scheduled_at|null, completed_at|null, stopped_at|null, failed, retries, ' +
        'parameters, log|null, cleanup_parent_task_id|null, progress|null, report|null',
    );
    expect(membersOf(file, 'AgentConfig')).toBe(
      'task, kbid, account_id, account_type, nua_client_id|null, user_id, parameters, id, timestamp, defined_at, ' +
        'enabled, retries, log|null, progress|null',
    );
  });
});
