import { BOX, type ConsoleServer } from '../../console-server.fixture';

/** An agent of the account of the specs, as the person who signed in sees it. */
export const AGENT = {
  ...BOX,
  id: 'g1',
  slug: 'guide',
  title: 'Guide',
  mode: 'agent',
  role_on_kb: 'SOWNER',
};
export const AGENT_API = '/api/v1/agent/g1';
const LANES_API = `${AGENT_API}/workflow/default`;

const orNull = (type: object) => ({ anyOf: [type, { type: 'null' }] });
const title = { type: 'string' };
const holding = (modules: readonly string[]) => ({
  oneOf: [],
  discriminator: {
    propertyName: 'module',
    mapping: Object.fromEntries(modules.map((name) => [name, `#/$defs/${name}`])),
  },
});

/** Types of modules as the server describes them, few and small. */
export const SCHEMA = {
  agents: {
    preprocess: {
      rephrase: {
        id: 'rephrase',
        agent_type: 'preprocess',
        title: 'Rephrase',
        description: 'Rewrites the question.',
        config_schema: {
          properties: {
            id: orNull(title),
            module: title,
            title,
            history: {
              title: 'History',
              description: 'Whether it is used.',
              ...orNull({ type: 'boolean' }),
              default: false,
            },
            model: { title: 'Model', description: 'Rewrites it.', widget: 'model_select', ...orNull(title) },
            max_retries: {
              title: 'Max retries',
              description: '',
              ...orNull({ type: 'integer', maximum: 10 }),
              default: 1,
            },
          },
          required: ['module'],
        },
      },
    },
    context: {
      basic_ask: {
        id: 'basic_ask',
        agent_type: 'context',
        title: 'Ask knowledge boxes',
        description: 'Finds paragraphs.',
        config_schema: {
          properties: {
            module: title,
            title,
            sources: {
              title: 'Sources',
              description: 'What is asked.',
              widget: 'filtered_source_select',
              show_in_node: true,
              ...orNull({ type: 'array', items: title }),
            },
            fallback: { title: 'Fallback', description: '', ...orNull(holding(['static_string'])) },
          },
          required: ['module'],
        },
      },
      static_string: {
        id: 'static_string',
        agent_type: 'context',
        title: 'Fixed text',
        description: 'Answers may use a text.',
        config_schema: {
          properties: {
            module: title,
            title,
            context: { title: 'Context', description: 'The text.', widget: 'expandable_textarea', ...title },
          },
          required: ['module', 'context'],
        },
      },
    },
    generation: {},
    postprocess: {},
  },
  drivers: {
    brave: {
      id: 'brave',
      title: 'Brave',
      description: 'A driver of Brave.',
      config_schema: {
        properties: { provider: { const: 'brave' }, config: { $ref: '#/$defs/BraveConfig' } },
        $defs: {
          BraveConfig: {
            properties: {
              key: { title: 'Key', description: 'Key of the service. Secret.', type: 'string' },
              endpoint: { title: 'Endpoint', description: 'Address.', ...orNull({ type: 'string' }) },
            },
            required: ['key'],
          },
        },
      },
    },
  },
};

export const REPHRASE = { id: 'm1', module: 'rephrase', title: 'agent', history: false, max_retries: 1 };
export const ASK = { id: 'm2', module: 'basic_ask', title: 'Look it up', sources: ['sea'], fallback: null };
export const FIXED = { id: 'm3', module: 'static_string', title: 'Facts', context: 'The ibex climbs.' };

/** Answers for an agent with two modules and a source. */
export function serveAgent(server: ConsoleServer): void {
  server.on('GET /api/v1/account/a1/kb/g1', AGENT);
  server.on(`GET ${AGENT_API}/schema`, SCHEMA);
  const workflow = {
    id: 'default',
    name: 'default',
    description: '',
    parameters: {},
    required: [],
    rules: ['Be short.'],
  };
  server.on(`GET ${AGENT_API}/workflows`, [workflow]);
  const options = [
    { value: 'local', name: 'Built-in reader', provider: 'local' },
    { value: 'openai_compat/c1', name: 'Our server', provider: 'openai_compat' },
  ];
  server.on('GET /api/v1/kb/g1/schema', {
    generative_model: { options, default: 'local' },
    user_keys: { schemas: {} },
  });
  const driver = { id: 'd1', identifier: 'sea', name: 'Sea', provider: 'kbdb', config: {} };
  server.on(`GET ${AGENT_API}/drivers`, [{ config: driver }]);
  server.on(`GET ${LANES_API}/preprocess`, [REPHRASE]);
  server.on(`GET ${LANES_API}/context`, [ASK, FIXED]);
  server.on(`GET ${LANES_API}/generation`, []);
  server.on(`GET ${LANES_API}/postprocess`, []);
  server.on(`POST ${LANES_API}/context/order`, null);
  for (const id of ['m1', 'm2', 'm3']) {
    server.on(`PATCH ${LANES_API}/context/${id}`, null);
    server.on(`DELETE ${LANES_API}/context/${id}`, null);
  }
  server.on(`POST ${LANES_API}/context`, { id: 'm4' });
}
