import {
  addDriver,
  BasicAskConfig,
  driverProviders,
  moduleClasses,
  type ModuleKind,
  moduleKinds,
  type ModuleTypeDescription,
  operationsOfEveryKind,
} from '@lectern/contracts/agents';
import { builtDescription } from '@lectern/config';
import { isObject, type JsonSchema, validateInput } from '@lectern/contracts/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { moduleTypes } from '../modules/registry';
import { AgentSchemas } from './agent-schemas';

const schemas = new AgentSchemas(builtDescription().comments);
const { agents, drivers } = schemas.types();
const all = moduleKinds.flatMap((kind) => Object.values(agents[kind]));
const propertiesOf = ({ config_schema: { properties } }: Pick<ModuleTypeDescription, 'config_schema'>) =>
  properties as Readonly<Record<string, JsonSchema>>;

/** The mapping of a property that holds modules, however it holds them. */
function mappingIn(schema: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(schema)) return undefined;
  const { discriminator, anyOf, oneOf, items } = schema;
  if (isObject(discriminator)) return discriminator['mapping'] as Readonly<Record<string, string>>;
  return [...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : []), items]
    .map(mappingIn)
    .find((mapping) => mapping !== undefined);
}

/** Places of what refers to nothing. */
function lostRefs(schema: JsonSchema): readonly string[] {
  const defs = isObject(schema['$defs']) ? schema['$defs'] : {};
  const text = JSON.stringify(schema);
  return [...text.matchAll(/"#\/\$defs\/([^"]+)"/g)].flatMap(([, name = '']) => (name in defs ? [] : [name]));
}

describe('the schema of agents', () => {
  it('has every module of the registry, and every class of the contracts has a module', () => {
    for (const kind of moduleKinds) {
      expect(Object.keys(agents[kind]).toSorted()).toEqual(
        moduleTypes(kind)
          .map(({ name }) => name)
          .toSorted(),
      );
      const described = new Set(Object.keys(agents[kind]).map((name) => moduleClasses[kind][name]?.()));
      const classes = new Set(Object.values(moduleClasses[kind]).map((type) => type()));
      expect([...classes].filter((type) => !described.has(type))).toEqual([]);
    }
  });

  it('has every driver, as a whole object with its settings by reference', () => {
    expect(Object.keys(drivers)).toEqual(Object.keys(driverProviders));
    for (const [provider, driver] of Object.entries(drivers)) {
      expect(propertiesOf(driver)).toMatchObject({
        identifier: { type: 'string' },
        name: { type: 'string' },
        provider: { const: provider },
        config: { $ref: expect.stringMatching(/^#\/\$defs\//) },
      });
      expect(driver.config_schema['required']).toEqual(
        expect.arrayContaining(['identifier', 'name', 'provider', 'config']),
      );
      expect(driver.title).not.toBe(provider);
    }
  });

  it.each(all.map((type) => [type.id, type] as const))('describes %s for forms', (id, type) => {
    expect(type.title).not.toBe('');
    expect(type.description).not.toBe('');
    const properties = propertiesOf(type);
    expect(properties).toMatchObject({
      module: { const: id },
      title: { default: 'agent' },
      max_retries: { default: 1 },
    });
    expect(type.config_schema['required']).toContain('module');
    const undescribed = Object.entries(properties).filter(
      ([, { title, description }]) => typeof title !== 'string' || typeof description !== 'string',
    );
    expect(undescribed.map(([name]) => name)).toEqual([]);
    expect(lostRefs(type.config_schema)).toEqual([]);
  });

  it('says of each member that holds modules which ones it may hold', () => {
    const holding = ['then', 'else_', 'fallback', 'next_agent', 'agents', 'registered_agents'];
    const found = all.flatMap((type) =>
      Object.entries(propertiesOf(type)).flatMap(([name, schema]) => {
        if (!holding.includes(name)) return [];
        expect([type.id, name, Object.keys(mappingIn(schema) ?? {}).toSorted()]).toEqual([
          type.id,
          name,
          Object.keys(agents[type.agent_type]).toSorted(),
        ]);
        return [name];
      }),
    );
    expect(new Set(found)).toEqual(new Set(['then', 'else_', 'fallback', 'next_agent', 'registered_agents', 'agents']));
  });

  it('offers the functions of context modules for smart', () => {
    expect(propertiesOf(agents.context['basic_ask'] ?? never()).published_functions).toMatchObject({
      default: new BasicAskConfig().published_functions,
    });
  });

  it('hints at widgets where a name and a type say too little', () => {
    expect(propertiesOf(agents.preprocess['rephrase'] ?? never())).toMatchObject({
      kb: { widget: 'driver_select', show_in_node: true },
      model: { widget: 'model_select' },
      provided_synonyms: { widget: 'synonyms_field' },
      rules: { widget: 'rules_field' },
    });
    expect(propertiesOf(agents.context['basic_ask'] ?? never())).toMatchObject({
      sources: { widget: 'filtered_source_select', show_in_node: true },
    });
  });

  it('is one schema for a whole agent, too', () => {
    const full = schemas.full();
    expect(full).toMatchObject({ title: 'Agent', type: 'object' });
    expect(Object.keys(full['properties'] as object)).toEqual([...moduleKinds, 'drivers', 'rules']);
    expect(lostRefs(full)).toEqual([]);
  });
});

/** Bodies that differ from a right one in one member. */
const samples: Readonly<Record<ModuleKind, readonly object[]>> = {
  preprocess: [
    { module: 'rephrase' },
    { module: 'rephrase', synonyms: 'maybe' },
    { module: 'rephrase', model: { _type: 'llm_config', model_id: 'm' } },
    { module: 'rephrase', model: { _type: 'other', model_id: 'm' } },
    { module: 'rephrase', provided_synonyms: { a: ['b'] }, max_retries: 11 },
    { module: 'historical' },
    { module: 'historical', all: true },
    { module: 'pre_conditional', has_keywords: ['a'], then: [{ module: 'rephrase' }] },
    { module: 'pre_conditional', has_keywords: ['a'], then: [{ module: 'summarize' }] },
    { module: 'pre_conditional', has_keywords: ['a'], on: 'ANSWER' },
  ],
  context: [
    { module: 'basic_ask', sources: ['a'] },
    { module: 'basic_ask', sources: 'a' },
    { module: 'basic_ask', fallback: { module: 'static_string', context: 'a' } },
    { module: 'basic_ask', fallback: { module: 'static_string' } },
    { module: 'static_string' },
    { module: 'ask' },
    { module: 'google' },
    { module: 'google', gen_model_id: '../models' },
    { module: 'perplexity', source: 'web', domain: ['a.example', '-b.example'], images: true },
    { module: 'perplexity', source: 'web', domain: ['https://a.example/'] },
    { module: 'perplexity_search', source: 'web', max_results: 20, search_context_size: 'high' },
    { module: 'perplexity_search', source: 'web', max_results: 21 },
    { module: 'brave', source: 'web', domain: 'a.example', country: 'ES' },
    { module: 'brave', source: 'web', country: 'Spain' },
    { module: 'tavily', source: 'web', published_functions: ['internet_search'] },
    { module: 'tavily' },
  ],
  generation: [
    { module: 'summarize', rules: ['a'] },
    { module: 'summarize', rules: [''] },
    { module: 'summarize', id: 5 },
    { module: 'passthrough', rich_context: true },
    { module: 'data_viz', prompt: 5 },
    { module: 'generation_conditional', has_keywords: ['a'], else_: [{ module: 'generate' }] },
  ],
  postprocess: [
    { module: 'restart', retries: 2 },
    { module: 'restart', retries: 6 },
    { module: 'remi', context_granularity: 'full' },
    { module: 'remi', context_granularity: 'half' },
    { module: 'external' },
    { module: 'external', url: 'https://example.com', method: 'PUT' },
    { module: 'external', url: 'https://example.com', method: 'GET' },
  ],
};

describe('the schema of a module', () => {
  // These are our own schemas: the time that others may take to read is not limited.
  const compiled = new Map<object, ValidateFunction>();
  const checkOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema);
    const check = known ?? new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    compiled.set(schema, check);
    return check;
  };
  const cases = moduleKinds.flatMap((kind) =>
    samples[kind].map((sample) => [kind, JSON.stringify(sample), sample] as const),
  );

  it.each(cases)('takes what a %s module may be, and nothing else: %s', (kind, _, sample) => {
    const { config_schema: schema } = agents[kind][Reflect.get(sample, 'module')] ?? never();
    const body = operationsOfEveryKind.find((one) => one.kind === kind)?.add.body ?? never();
    const isValid = isAccepted(() => validateInput({ body }, { body: sample }));
    expect(checkOf(schema)(sample)).toBe(isValid);
  });

  it('is tried with what is right and what is wrong', () => {
    const right = cases.filter(([kind, , sample]) => {
      const body = operationsOfEveryKind.find((one) => one.kind === kind)?.add.body ?? never();
      return isAccepted(() => validateInput({ body }, { body: sample }));
    });
    expect(right.length).toBeGreaterThan(10);
    expect(cases.length - right.length).toBeGreaterThan(10);
  });
});

/** The smallest settings of each provider. */
const configs: Readonly<Record<string, object>> = {
  kbdb: { kbid: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212', description: 'Animals' },
  sync: { kbid: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212', description: 'Animals' },
  perplexity: { key: 'k' },
  brave: { key: 'k' },
  tavily: { key: 'k' },
  alinia: { key: 'k' },
  sparql: { url: 'https://graph.example.org/sparql' },
  sql: { dsn: 'postgresql://host/db' },
  cypher: { username: 'u', password: 'p', url: 'neo4j://graph.example.org' },
  mcphttp: { uri: 'https://one.example' },
  mcpstdio: { server: 'github' },
  mcpsse: { uri: 'https://one.example' },
  a2a: { endpoint: 'one.example:443' },
};

describe('the schema of a driver', () => {
  it.each(Object.keys(driverProviders))('takes what a driver of %s may be, and nothing else', (provider) => {
    const { config_schema: schema } = drivers[provider] ?? never();
    const config = configs[provider] ?? {};
    const driver = { identifier: 'd', name: 'D', provider, config };
    const without = (name: string, of: object) =>
      Object.fromEntries(Object.entries(of).filter(([one]) => one !== name));
    const samples = [
      driver,
      { ...driver, id: 'x', more: 1 },
      { ...driver, provider: 'other' },
      { ...driver, config: [] },
      { ...driver, name: '' },
      { ...driver, identifier: 'i'.repeat(251) },
      ...Object.keys(driver).map((name) => without(name, driver)),
      ...Object.keys(config).map((name) => ({ ...driver, config: without(name, config) })),
      ...Object.keys(config).map((name) => ({ ...driver, config: { ...config, [name]: { a: 1 } } })),
    ];
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const verdicts = samples.map((sample) => {
      const isValid = isAccepted(() => validateInput({ body: addDriver.body }, { body: sample }));
      return [sample, isValid, check(sample)] as const;
    });
    expect(verdicts.filter(([, isValid, bySchema]) => isValid !== bySchema)).toEqual([]);
    expect(new Set(verdicts.map(([, isValid]) => isValid))).toEqual(new Set([true, false]));
  });
});

function isAccepted(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function never(): never {
  throw new Error('It is there');
}
