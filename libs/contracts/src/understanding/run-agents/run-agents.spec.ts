import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { RunAgentsPayload, RunAgentsTextPayload, RunBoxAgentsPayload } from './run-agents.dto';
import { predictRunAgents, predictRunAgentsText, runAgentsOnResource } from './run-agents.operations';

const operations = [predictRunAgents, predictRunAgentsText, runAgentsOnResource];
const field = { text: 'The moon', metadata: '', field_id: 't/body' };
const file = `${__dirname}/run-agents.dto.ts`;
const kinds = "'label', 'graph', 'ask', 'qa', 'extract', 'prompt_guard', 'llm_guard' or 'llama_guard'";

describe('running agents', () => {
  it('is for NUA keys of the account of the box and for its readers', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /predict/run-agents/{kbid}': '200 json; any of kb; nua',
      'POST /predict/run-agents-text/{kbid}': '200 json; any of kb; nua',
      'POST /kb/{kbid}/predict/run-agents-text': '200 json; READER of kb; sa user pat eph',
      'POST /kb/{kbid}/resource/{rid}/run-agents': '200 json; READER of kb; sa user pat',
      'POST /kb/{kbid}/slug/{rslug}/run-agents': '200 json; READER of kb; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual(list(3, () => '120 s, generative'));
  });
});

describe('the request to run agents', () => {
  it('over fields brings them along', () => {
    expect(wireOf(RunAgentsPayload, { fields: [] })).toEqual({
      fields: 'list!',
      user_id: 'null text = "system"',
      agent_ids: 'null list = []',
      filters: 'null list',
    });
    expect(received(predictRunAgents, { body: { fields: [field], more: 1 } }).body).toEqual({
      fields: [field],
      user_id: 'system',
      agent_ids: [],
    });
  });

  it('over texts brings these along', () => {
    expect(wireOf(RunAgentsTextPayload, { texts: [] })).toEqual({
      texts: 'list!',
      user_id: 'null text = "system"',
      agent_ids: 'null list = []',
      filters: 'null list',
    });
  });

  it('over a resource needs nothing', () => {
    expect(wireOf(RunBoxAgentsPayload, {})).toEqual({ agent_ids: 'null list', filters: 'null list' });
    expect(received(runAgentsOnResource, { body: {} }).body).toEqual({});
    expect(received(runAgentsOnResource, { body: { agent_ids: null, filters: null } }).body).toEqual({
      agent_ids: null,
      filters: null,
    });
  });

  it.each([
    ['fields', list(20, () => field), list(21, () => field), tooMany(20)],
    ['fields.0.text', text(2_097_152), text(2_097_153), tooLong(2_097_152)],
    ['fields.0.metadata', '', undefined, required],
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
    ['agent_ids', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['agent_ids', [text(250)], [text(251)], tooLong(250), 'agent_ids.0'],
    ['filters', filters(100), filters(101), tooMany(100)],
    [
      'filters',
      [{ operation_type: 'llama_guard' }],
      [{ operation_type: 'memory' }],
      `Input should be ${kinds}`,
      'filters.0.operation_type',
    ],
    ['filters', filters(1), [{ type: 'ask' }], required, 'filters.0.operation_type'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faults(predictRunAgents, { body: changed({ fields: [field] }, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('over texts takes at most twenty', () => {
    const faultsAt = (count: number) => faults(predictRunAgentsText, { body: { texts: list(count, () => 'a') } });
    expect([faultsAt(20), faultsAt(21)]).toEqual([[], [`body.texts: ${tooMany(20)}`]]);
  });

  it.each([
    ['t/body', true],
    ['a/title', true],
    ['02c54f076f4c499fb310b4f129135e6c/k/price', true],
    ['02c54f07-6f4c-499f-b310-b4f129135e6c/f/report', true],
    [`c/${text(250)}`, true],
    [`c/${text(251)}`, false],
    ['body', false],
    ['x/body', false],
    ['t/report.pdf', false],
    ['rid/t/body', false],
    ['t/', false],
  ])('may name a field %s: %s', (field_id, isTaken) => {
    expect(faults(predictRunAgents, { body: { fields: [{ ...field, field_id }] } }).length === 0).toBe(isTaken);
  });

  it('filters by a type, which readers of a box call type', () => {
    const filtered = (filter: object) => received(runAgentsOnResource, { body: { filters: [filter] } }).body;
    expect(filtered({ type: 'ask' })).toEqual({ filters: [{ type: 'ask', task_names: [] }] });
    expect(faults(runAgentsOnResource, { body: { filters: [{ operation_type: 'ask' }] } })).toEqual([
      `body.filters.0.type: ${required}`,
    ]);
  });
});

describe('results of agents', () => {
  const use = 'input_svc_tokens, output_svc_tokens, time';

  it('always have the tokens and the time of each field', () => {
    expect(membersOf(file, 'AgentFieldResult')).toBe(`${use}, metadata, applied_data_augmentation`);
    expect(membersOf(file, 'BoxAgentFieldResult')).toBe(`${use}, metadata, applied_data_augmentation`);
  });

  it('of texts have every kind of finding, null for those of other agents', () => {
    expect(membersOf(file, 'AgentTextFindings')).toBe(
      'entities|null, relations|null, labels|null, asks|null, qas|null',
    );
  });
});

function filters(count: number): readonly object[] {
  return list(count, () => ({ operation_type: 'ask' }));
}
