import fc from 'fast-check';
import { above, below, changed, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import * as agents from './agent-operation.dto';

const full = {
  name: 'Everything',
  on: 1,
  filter: {
    contains: ['sea'],
    contains_operator: 1,
    resource_type: ['text/plain'],
    field_types: ['t', 'file'],
    not_field_types: ['c'],
    rids: ['02c54f076f4c499fb310b4f129135e6c'],
    fields: ['t/body'],
    splits: ['0'],
    labels: ['topics/sea'],
    labels_operator: 0,
    apply_to_agent_generated_fields: true,
  },
  operations: [
    {
      label: {
        ident: 'topics',
        labels: [{ label: 'sea', description: 'About the sea', examples: ['High tide'] }],
        description: 'Topics',
        multiple: true,
      },
    },
    {
      graph: {
        ident: 'people_1',
        entity_defs: [{ label: 'PERSON', description: null }],
        examples: [
          {
            text: 'Ada knows Charles.',
            entities: [{ name: 'Ada', label: 'PERSON' }],
            relations: [{ source: 'Ada', target: 'Charles', label: 'knows' }],
          },
        ],
      },
    },
    { ask: { question: 'What is it about?', destination: 'summary', json: false, user_prompt: 'Of {context}' } },
    { qa: { max_questions: 100 } },
    { prompt_guard: { enabled: true } },
    { llm_guard: { enabled: false } },
  ],
  llm: {
    model: 'gpt-5',
    provider: 'openai',
    keys: { openai: { key: 'sk' } },
    prompts: { openai: { system: 'Be brief.' } },
    reasoning_config: { effort: 2, budget_tokens: 1_000 },
  },
};
const faultsOf = (value: unknown) => refusals(agents.AgentParameters, value);
const withOperation = (operation: unknown) => faultsOf({ name: 'a', operations: [operation] });

describe('parameters of an agent', () => {
  it('are a name and operations at least', () => {
    expect(wireOf(agents.AgentParameters, { name: 'a', operations: [{}] })).toEqual({
      name: 'text!',
      on: 'null 0 or 1 = 0',
      filter: 'null object',
      operations: 'list!',
      llm: 'null object',
      filter_expression_json: 'null text',
    });
    expect(validate(agents.AgentParameters, { name: 'a', operations: [{}] })).toEqual({
      name: 'a',
      on: 0,
      operations: [{}],
    });
  });

  it('with everything in them arrive as they were sent', () => {
    expect(validate(agents.AgentParameters, full)).toEqual(full);
  });

  it.each([
    ['name', text(250), text(251), tooLong(250)],
    ['on', 0, 2, 'Input should be 0 or 1'],
    ['operations', list(10, () => ({})), list(11, () => ({})), tooMany(10)],
    ['operations', [{}], [], tooFew(1)],
    ['operations.0.label.ident', text(64), text(65), tooLong(64)],
    ['operations.0.label.labels', labels(200), labels(201), tooMany(200)],
    ['operations.0.label.labels.0.label', text(250), text(251), tooLong(250)],
    ['operations.0.label.labels.0.label', 'a', '', 'String should have at least 1 character'],
    ['operations.0.label.labels.0.description', text(4_096), text(4_097), tooLong(4_096)],
    ['operations.0.label.labels.0.examples', list(20, String), list(21, String), tooMany(20)],
    ['operations.0.label.labels.0.examples.0', text(10_000), text(10_001), tooLong(10_000)],
    ['operations.0.label.description', text(4_096), text(4_097), tooLong(4_096)],
    ['operations.1.graph.entity_defs', labels(200), labels(201), tooMany(200)],
    ['operations.1.graph.examples.0.text', text(10_000), text(10_001), tooLong(10_000)],
    ['operations.1.graph.examples.0.relations.0.source', text(250), undefined, required],
    ['operations.2.ask.question', text(100_000), text(100_001), tooLong(100_000)],
    ['operations.2.ask.destination', text(64), text(65), tooLong(64)],
    ['operations.3.qa.max_questions', 100, 101, above(100)],
    ['operations.3.qa.max_questions', 1, 0, below(1)],
    ['operations.3.qa.summary_prompt', text(100_000), text(100_001), tooLong(100_000)],
    ['filter.contains', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['filter.contains.0', text(1_024), text(1_025), tooLong(1_024)],
    ['filter.contains_operator', 0, 2, 'Input should be 0 or 1'],
    ['filter.labels_operator', 1, '1', 'Input should be 0 or 1'],
    ['filter.splits', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['llm.model', text(250), text(251), tooLong(250)],
    ['llm.provider', '', text(251), tooLong(250)],
    ['llm.keys.openai.key', 'a', text(4_001), tooLong(4_000)],
    ['llm.keys', {}, 'a', 'Input should be a valid dictionary or object to extract fields from'],
    ['llm.prompts.openai.system', text(100_000), text(100_001), tooLong(100_000)],
    ['llm.reasoning_config.budget_tokens', 1_000_000, 1_000_001, 'Input should be less than or equal to 1000000'],
    ['filter_expression_json', '{"field": {"prop": "label"}}', '[]', 'Value error, A filter expression is an object'],
    ['filter_expression_json', null, text(200_001), tooLong(200_000)],
  ])('take a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(full, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`${at}: ${fault}`]]);
  });
});

describe('a filter expression of an agent', () => {
  it('is JSON, within the bounds of a search', () => {
    const faultsAt = (json: string) => faultsOf({ name: 'a', operations: [{}], filter_expression_json: json });
    expect(faultsAt('')).toEqual([]);
    expect(faultsAt('label')[0]).toMatch(/The filter expression is no JSON/);
    const wide = { field: { and: Array(501).fill({ prop: 'label', labelset: 'a' }) } };
    expect(faultsAt(JSON.stringify(wide))[0]).toMatch(/500 conditions/);
  });
});

describe('an operation of an agent', () => {
  it('is one of these, or nothing', () => {
    expect(wireOf(agents.AgentOperation, {})).toEqual({
      label: 'null object',
      graph: 'null object',
      ask: 'null object',
      qa: 'null object',
      prompt_guard: 'null object',
      llm_guard: 'null object',
      extract: 'null object',
      memory: 'null object',
      align: 'null object',
    });
    expect(withOperation({ label: null, ask: null })).toEqual([]);
    expect(withOperation({ prompt_guard: {}, llm_guard: {} })).toEqual([
      'operations.0: Value error, An operation has at most one member',
    ]);
  });

  it('has the defaults of its kind', () => {
    const read = (operation: object) => validate(agents.AgentOperation, operation);
    expect(read({ label: { ident: 'a' } })).toEqual({ label: { ident: 'a', labels: [], multiple: false } });
    expect(read({ graph: { ident: 'a' } })).toEqual({ graph: { ident: 'a', entity_defs: [], examples: [] } });
    expect(read({ ask: { question: 'a', destination: 'b' } })).toEqual({
      ask: { question: 'a', destination: 'b', json: false },
    });
    expect(read({ extract: {} })).toEqual({ extract: { model: 0 } });
    expect(read({ qa: {} })).toEqual({ qa: { max_questions: 20 } });
    expect(read({ prompt_guard: {} })).toEqual({ prompt_guard: { enabled: true } });
  });

  it.each(['label', 'graph', 'ask', 'qa', 'extract', 'prompt_guard', 'llm_guard'])(
    'may have triggers with %s',
    (kind) => {
      const one = { ident: 'a', question: 'a', destination: 'a' };
      const triggered = (triggers: unknown) => withOperation({ [kind]: { ...one, triggers } });
      const hook = {
        url: 'https://example.org/hook?a=1',
        headers: { authorization: 'Bearer x' },
        params: { key: 'y' },
      };
      expect([triggered([hook]), triggered([]), triggered(null)]).toEqual([[], [], []]);
      expect(triggered(list(11, () => hook))).toEqual([`operations.0.${kind}.triggers: ${tooMany(10)}`]);
      for (const url of ['ftp://example.org', 'https://me:secret@example.org', 'hook', ''])
        expect(triggered([{ url }])).toHaveLength(1);
      expect(triggered([{ ...hook, headers: { 'x y': 'z' } }])).toHaveLength(1);
      expect(triggered([{ ...hook, headers: { a: 'b\r\nc: d' } }])).toHaveLength(1);
      expect(triggered([{ ...hook, params: { a: 'x'.repeat(4_097) } }])).toHaveLength(1);
      const many = Object.fromEntries(list(21, (index) => [`p${index}`, 'x'] as const));
      expect(triggered([{ ...hook, params: many }])).toHaveLength(1);
    },
  );

  it('may keep facts, with rules and types of entities', () => {
    const memory = { ident: 'memory', prompt: 'Places', rules: ['Keep places'], graph_extraction: true };
    expect(withOperation({ memory })).toEqual([]);
    expect(withOperation({ memory: { ...memory, ident: 'my-memory' } })).toHaveLength(1);
    expect(withOperation({ memory: { ...memory, rules: list(51, String) } })).toEqual([
      `operations.0.memory.rules: ${tooMany(50)}`,
    ]);
  });

  it('may merge names, of a task that proposed which', () => {
    const apply = 'f312ad15-5fdb-40f3-a6a1-ec26e0617070';
    expect(withOperation({ align: {} })).toEqual([]);
    expect(withOperation({ align: { apply, merges: [0, 2] } })).toEqual([]);
    expect(withOperation({ align: { apply: 'all' } })).toHaveLength(1);
    expect(withOperation({ align: { apply, merges: [-1] } })).toEqual([`operations.0.align.merges.0: ${below(0)}`]);
  });

  it('becomes a part of ids, so that its name has no hyphen', () => {
    const pattern = "String should match pattern '^[a-zA-Z0-9:_]*$'";
    for (const ident of ['summary_1', 'a:b', 'TOPICS']) expect(withOperation({ label: { ident } })).toEqual([]);
    for (const ident of ['short-summary', 'a b', 'ä', 'a/b']) {
      expect(withOperation({ label: { ident } })).toEqual([`operations.0.label.ident: ${pattern}`]);
      expect(withOperation({ graph: { ident } })).toEqual([`operations.0.graph.ident: ${pattern}`]);
      expect(withOperation({ ask: { question: 'a', destination: ident } })).toEqual([
        `operations.0.ask.destination: ${pattern}`,
      ]);
    }
  });

  it('may be named by anything that makes an id of a field', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9:_]{1,64}$/), (ident) => {
        expect(withOperation({ label: { ident } })).toEqual([]);
        expect(agents.isFieldId(`da-${ident}-t-body`)).toBe(true);
      }),
    );
  });
});

describe('a question of an agent', () => {
  const ask = (members: object) => withOperation({ ask: { question: 'a', destination: 'b', ...members } });

  it('needs in its prompt a place for the context', () => {
    expect([ask({ user_prompt: 'Of {context}' }), ask({ user_prompt: '' }), ask({ user_prompt: null })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(ask({ user_prompt: 'Of {question}' })).toEqual([
      'operations.0.ask.user_prompt: Value error, The prompt must contain the {context} placeholder',
    ]);
  });

  it('whose answer is an object is the schema of that object, without another prompt', () => {
    expect(ask({ json: true, question: '{"type": "object"}' })).toEqual([]);
    expect(ask({ json: true, question: '[]' })).toEqual([
      'operations.0.ask: Value error, The question of an operation with json must be a JSON Schema: an object',
    ]);
    expect(ask({ json: true, question: 'What?' })[0]).toMatch(
      /^operations\.0\.ask: Value error, The question of an operation with json must be a JSON Schema: Unexpected token/,
    );
    expect(ask({ json: true, question: '{}', user_prompt: '{context}' })).toEqual([
      'operations.0.ask: Value error, user_prompt and json exclude each other',
    ]);
  });

  it('may fill a key-value field, whose schema is named as the destination or apart from it', () => {
    for (const stores of [true, false, null]) expect(ask({ store_as_key_value: stores })).toEqual([]);
    expect(ask({ store_as_key_value: true, kv_schema_id: 'my-invoice' })).toEqual([]);
    expect(ask({ store_as_key_value: true, kv_schema_id: '' })).toEqual([]);
    expect(ask({ store_as_key_value: true, kv_schema_id: 'a/b' })).toHaveLength(1);
    expect(ask({ kv_schema_id: 'a' })).toEqual([
      'operations.0.ask: Value error, kv_schema_id needs store_as_key_value',
    ]);
  });
});

describe('the filter of an agent', () => {
  it('names types of fields by their letters or names', () => {
    const filtered = (type: string) => faultsOf({ name: 'a', operations: [{}], filter: { field_types: [type] } });
    for (const type of ['t', 'text', 'f', 'file', 'u', 'link', 'c', 'conversation', 'a', 'generic'])
      expect(filtered(type)).toEqual([]);
    for (const type of ['T', 'x', 'texts', '']) expect(filtered(type)).toHaveLength(1);
  });

  it('keeps everything by default, but no fields that agents made', () => {
    expect(validate(agents.AgentFilter, {})).toEqual({
      contains: [],
      contains_operator: 0,
      resource_type: [],
      field_types: [],
      not_field_types: [],
      rids: [],
      fields: [],
      splits: [],
      labels: [],
      labels_operator: 0,
      apply_to_agent_generated_fields: false,
    });
  });
});

function labels(count: number): readonly object[] {
  return list(count, (index) => ({ label: String(index) }));
}
