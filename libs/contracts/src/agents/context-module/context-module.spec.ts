import { changed, required, wireOf } from '../../validation/members.fixture';
import { violations } from '../../validation/refused.fixture';
import { validate } from '../../validation/validate';
import { contextModules, ContextModuleBody } from './context-module.dto';

/** Members that all of them have. */
const common = {
  id: 'null text',
  title: 'null text = "agent"',
  rules: 'null list',
  max_retries: 'null whole = 1',
  fallback: 'null object',
  next_agent: 'null object',
  context_validation_model: 'null text object',
  summarize_model: 'null text object',
  rephrase_model: 'null text object',
  context_aware_rephrasing_prompt: 'null text',
  prune_context: 'null flag = true',
  max_tool_result_bytes: 'null whole = 65536',
  max_tool_result_item_bytes: 'null whole = 16384',
};
const functionsOfBoxes = [
  'null list = ["search_by_title","ask_labels_list","ask_by_title","ask_agent","ask_labels","facets_count",',
  '"facets_search","catalog_search","all_images_by_title","search_images"]',
].join('');

const searchFunctions = { published_functions: 'null list = ["internet_search"]' };

const asksBoxes = {
  sources: 'null list = []',
  generative_model: 'null text object',
  published_functions: functionsOfBoxes,
};

/** The smallest module of each name, besides the name, and its own members. */
const modules: Readonly<Record<string, readonly [object, object]>> = {
  a2a: [
    { source: 'zoo' },
    {
      module: "'a2a'!",
      source: 'text!',
      remote_workflow_id: 'null text = "default"',
      extra_metadata: 'null object = {}',
      valid_headers: 'null list = []',
      published_functions: 'null list = ["ask_agent"]',
    },
  ],
  advanced_ask: [
    {},
    {
      module: "'advanced_ask'!",
      sources: 'null list = []',
      generative_model: 'null text object',
      features: 'null list',
      top_k: 'null whole',
      filter_expression: 'null flag whole fraction text list object',
      rephrase: 'null flag',
      rephrase_prompt: 'null text',
      reranker: "null object 'predict' or 'noop'",
      security: 'null object',
      prompt: 'null text object',
      max_tokens: 'null whole object',
      show_hidden: 'null flag',
      rag_strategies: 'null list',
      rag_images_strategies: 'null list',
      citations: "null flag true, false, 'none', 'default' or 'llm_footnotes'",
      citation_threshold: 'null whole fraction',
      answer_json_schema: 'null object',
      generate_answer: 'null flag',
      min_score: 'null whole fraction object',
      extra_context: 'null list',
      extra_context_images: 'null list',
      query_image: 'null object',
      rank_fusion: "null object 'rrf' or 'legacy'",
      resource_filters: 'null list',
      vectorset: 'null text',
      search_configuration: 'null text',
      published_functions: functionsOfBoxes,
    },
  ],
  ask: [
    { sources: ['box'] },
    {
      module: "'ask'!",
      sources: 'list!',
      pre_queries: 'null list = []',
      filters: 'null list = []',
      security_groups: 'null list = []',
      rephrase_semantic_custom_prompt: 'null text',
      date_range_enabled: 'null flag = false',
      before: 'null whole = 2',
      after: 'null whole = 2',
      top_k: 'null whole = 20',
      extra_fields: 'null list = []',
      full_resource: 'null flag = false',
      vllm: 'null flag = true',
      query_entities: 'null list = []',
      retrieve_related: 'null flag',
      configuration_model: 'null text object',
      configuration_json_model: 'null text object',
      fast_answer: 'null flag = true',
      ai_parameter_search: 'null flag = true',
      generative_model: 'null text object',
      published_functions: functionsOfBoxes,
      rephrase_lexical_custom_prompt: 'null text',
      keywords_custom_prompt: 'null text',
      visual_enable_prompt: 'null text',
    },
  ],
  basic_ask: [{}, { module: "'basic_ask'!", ...asksBoxes }],
  brave: [
    { source: 'web' },
    { module: "'brave'!", source: 'text!', domain: 'null text', country: 'null text', ...searchFunctions },
  ],
  context_conditional: [
    { has_keywords: ['a'] },
    {
      module: "'context_conditional'!",
      prompt: 'null text',
      has_keywords: 'null list = []',
      similarity: 'null list = []',
      model: 'null text object',
      on: "null 'QUESTION' or 'CONTEXT' = \"QUESTION\"",
      then: 'null list = []',
      else_: 'null list = []',
    },
  ],
  cypher: [
    { source: 'graph' },
    {
      module: "'cypher'!",
      source: 'text!',
      exclude_types: 'null list = []',
      include_types: 'null list = []',
      allow_dangerous_requests: 'null false = false',
      top_k: 'null whole = 10',
      model: 'null text object',
      published_functions: 'null list = ["ask_graph","query_graph","describe_graph"]',
    },
  ],
  google: [
    {},
    {
      module: "'google'!",
      source: 'null text = "google"',
      gen_model_id: 'null text = "gemini-2.5-flash"',
      time_range: "null 'past_day', 'past_week', 'past_month' or 'past_year'",
      exclude_domains: 'null list = []',
      ...searchFunctions,
    },
  ],
  http: [
    { url: 'https://example.org' },
    {
      module: "'http'!",
      method: "null 'GET' or 'POST' = \"GET\"",
      url: 'text!',
      headers: 'null object',
      question_query_param: 'null text',
      question_post_field: 'null text',
      timeout: 'null whole fraction = 10',
      published_functions: 'null list = ["http_request"]',
    },
  ],
  kbdb_agent: [
    {},
    {
      module: "'kbdb_agent'!",
      search_config: 'null text',
      sources: 'null list = []',
      generative_model: 'null text object',
      generate_inner_answer: 'null flag = true',
      published_functions: functionsOfBoxes,
    },
  ],
  perplexity: [
    { source: 'web' },
    {
      module: "'perplexity'!",
      source: 'text!',
      domain: 'null list = []',
      search_context_size: "null 'low', 'medium' or 'high' = \"low\"",
      related_questions: 'null flag',
      images: 'null flag',
      prompt: 'null text',
      top_k: 'null whole',
      ...searchFunctions,
    },
  ],
  perplexity_search: [
    { source: 'web' },
    {
      module: "'perplexity_search'!",
      source: 'text!',
      domain: 'null list = []',
      search_context_size: "null 'low', 'medium' or 'high' = \"low\"",
      max_results: 'null whole = 10',
      max_tokens_per_page: 'null whole = 4096',
      ...searchFunctions,
    },
  ],
  mcp: [
    { source: 'tools' },
    {
      module: "'mcp'!",
      source: 'text!',
      transport: "null 'STDIO', 'HTTP' or 'SSE' = \"HTTP\"",
      tool_choice_model: 'null text object',
      valid_headers: 'null list = []',
      read_timeout_seconds: 'null whole = 400',
      roots: 'null object = {}',
      interaction: 'null flag = false',
      feedback_timeout: 'null whole = 10000',
      progress_feedback: 'null flag = true',
      work_chain: 'null flag = true',
      max_turns: 'null whole = 5',
      sampling_model: 'null text object',
      include_mcp_prompts: 'null flag = false',
      expose_prompts_as_tools: 'null flag = true',
      published_functions: 'null list',
    },
  ],
  multi_mcp: [
    { configs: [{ module: 'mcp', source: 'tools' }] },
    {
      module: "'multi_mcp'!",
      configs: 'list!',
      interaction: 'null flag = true',
      feedback_timeout: 'null whole = 10000',
      tool_choice_model: 'null text object',
      work_chain: 'null flag = true',
      max_turns: 'null whole = 5',
    },
  ],
  restricted: [
    { code: 'result = 1' },
    {
      module: "'restricted'!",
      code: 'text!',
      agents: 'null list = []',
      parameters: 'null object = {}',
      debug: 'null flag = false',
      decision_model: 'nothing',
      needs_rephrase: 'nothing',
      published_functions: 'null list = []',
    },
  ],
  smart: [
    {},
    {
      module: "'smart'!",
      planning_mode: "null 'reactive' or 'plan_execute' = \"reactive\"",
      feedback_timeout: 'null whole = 10000',
      registered_agents: 'null list = []',
      registered_agents_descriptions: 'null object',
      registered_agents_exposed_functions: 'null object',
      planner_model: 'null text object',
      executor_model: 'null text object',
      max_iterations: 'null whole = 5',
      max_cost: 'null whole fraction',
      parallel_tool_calls: 'null flag = true',
      extra_prompt: 'null text',
      history: 'null flag',
      max_tool_result_kb: 'null whole',
      max_tool_result_item_kb: 'null whole',
      published_functions: 'null list = ["smart_planner"]',
      enable_user_feedback: 'null flag = false',
    },
  ],
  sql: [
    { source: 'shop' },
    {
      module: "'sql'!",
      source: 'text!',
      description: 'null text',
      sqlschema: 'null text',
      retries: 'null whole = 3',
      ignore_tables: 'null list = []',
      include_tables: 'null list = []',
      sample_rows_in_table_info: 'null whole = 3',
      indexes_in_table_info: 'null flag = false',
      custom_table_info: 'null object = {}',
      view_support: 'null flag = false',
      max_string_length: 'null whole = 300',
      lazy_table_reflection: 'null flag = false',
      conversion_model: 'null text object',
      published_functions: 'null list = ["ask_database","query_database","describe_database"]',
    },
  ],
  sparql: [
    { source: 'graph' },
    {
      module: "'sparql'!",
      source: 'text!',
      description: 'null text',
      retries: 'null whole = 3',
      top_k: 'null whole = 100',
      graphs: 'null list = []',
      conversion_model: 'null text object',
      published_functions: 'null list = ["sparql_ask","sparql_query","sparql_schema"]',
    },
  ],
  static_string: [
    { context: 'a' },
    {
      module: "'static_string' or 'static'!",
      context: 'text!',
      published_functions: 'null list = ["static_string"]',
    },
  ],
  sync: [{}, { module: "'sync'!", ...asksBoxes }],
  tavily: [{ source: 'web' }, { module: "'tavily'!", source: 'text!', ...searchFunctions }],
};

const nested = { module: 'static_string', context: 'a' };
const faultsOf = (module: object) =>
  violations(() => validate(ContextModuleBody, module)).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);

describe('a context module', () => {
  it.each(Object.entries(modules))('%s has its members', (name, [smallest, members]) => {
    const type = contextModules[name]?.() ?? Object;
    expect(wireOf(type, { module: name, ...smallest })).toEqual({ ...common, ...members });
  });

  it('has one of these names', () => {
    expect(Object.keys(contextModules).toSorted()).toEqual([...Object.keys(modules), 'static'].toSorted());
    expect(faultsOf({ module: 'dance' })).toEqual([expect.stringContaining("'sync'")]);
    expect(faultsOf({})).toEqual([expect.stringContaining("'module'")]);
  });

  it.each([
    ['fallback', 'basic_ask'],
    ['next_agent', 'smart'],
    ['then.0', 'context_conditional'],
    ['else_.0', 'context_conditional'],
    ['registered_agents.0', 'smart'],
    ['agents.0', 'restricted'],
  ])('contains whole modules as %s, checked like itself', (at, name) => {
    const module = { module: name, ...modules[name]?.[0], then: [], else_: [], registered_agents: [], agents: [] };
    expect(faultsOf(changed(module, at, nested))).toEqual([]);
    const [place = ''] = at.split('.');
    expect(faultsOf(changed(module, at, { module: 'static_string' })).join()).toMatch(
      new RegExp(`${place}.*context: ${required}`),
    );
    expect(faultsOf(changed(module, at, { module: 'rephrase' })).join()).toContain("'rephrase'");
  });

  it('of several servers contains modules of servers only', () => {
    const faulty = (configs: readonly object[]) => faultsOf({ module: 'multi_mcp', configs }).join();
    expect(faulty([{ module: 'mcp', source: 'a' }])).toBe('');
    expect(faulty([{ module: 'http', url: 'https://example.org' }])).toContain("'http'");
    expect(faulty([])).not.toBe('');
    expect(faultsOf({ module: 'mcp', source: 'a', roots: { a: 'reports' } })).toHaveLength(1);
    expect(faultsOf({ module: 'mcp', source: 'a', transport: 'PIPE' })).toHaveLength(1);
  });

  it('that decides needs something to decide by', () => {
    expect(faultsOf({ module: 'context_conditional' }).join()).toContain(
      'a condition needs prompt, has_keywords or similarity',
    );
  });

  it.each([
    ['brave', 'domain', 'a.example OR site:b.example', 'docs.example.org'],
    ['brave', 'country', 'Spain', 'ES'],
    ['perplexity', 'domain', ['https://a.example/'], ['a.example', '-b.example']],
    ['perplexity_search', 'max_results', 21, 20],
    ['google', 'gen_model_id', '../../secrets', 'gemini-2.5-pro'],
    ['tavily', 'source', '', 'web'],
  ])('of the web, %s, takes a proper %s only', (name, at, wrong, right) => {
    const module = { module: name, source: 'web' };
    expect(faultsOf({ ...module, [at]: wrong })).toHaveLength(1);
    expect(faultsOf({ ...module, [at]: right })).toEqual([]);
  });

  it('that runs code asks no model', () => {
    const module = { module: 'restricted', code: 'result = 1' };
    expect(faultsOf({ ...module, needs_rephrase: false, decision_model: null })).toEqual([]);
    expect(faultsOf({ ...module, needs_rephrase: true })).toEqual([expect.stringContaining('needs_rephrase')]);
    expect(faultsOf({ ...module, decision_model: 'm' })).toEqual([expect.stringContaining('decision_model')]);
  });

  it('publishes no function that it does not have', () => {
    expect(faultsOf({ module: 'http', ...modules.http?.[0], published_functions: ['ask_agent'] })).toHaveLength(1);
  });

  it.each([
    ['file:///etc/passwd', 'https://example.org/a?b'],
    ['//example.org', 'http://10.0.0.1:8080/'],
  ])('calls no address such as %s, which is none of http', (wrong, right) => {
    expect(faultsOf({ module: 'http', url: wrong })).toHaveLength(1);
    expect(faultsOf({ module: 'http', url: right })).toEqual([]);
  });
});
