import type { Client, KnowledgeBoxClient } from './client';
import { type TestAgent, type Workflow, workflowOf } from './test-agent';
import { sendImport } from './transfers';

/** Where inputs are sent to. */
export interface HostilePlace {
  /** A published box, for those who may write to it. */
  readonly kb: KnowledgeBoxClient;
  /** The same for callers without a credential. */
  readonly nobody: Client;
  /** For its owner, who may write anything into it. */
  readonly agent: TestAgent;
}

/** Something that was made to hold a process up. */
export interface HostileInput {
  readonly name: string;
  readonly send: (place: HostilePlace) => Promise<unknown>;
}

const MIB = 1024 * 1024;
const BODY_BYTES = 8 * MIB - 100;
/** Approximate size of bodies that the interface allows. */
const NODES = 199_000;

const filled = (pattern: string, chars: number) => pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars);
const numbered = <T>(count: number, item: (at: number) => T) => Array.from({ length: count }, (_, at) => item(at));
const lists = (bytes: number) => `[${'[],'.repeat(bytes / 3 - 2)}[]]`;
const members = (count: number, value: string) => `{${numbered(count, (at) => `"k${at}":${value}`).join(',')}}`;
/** Takes more than a second to compile. */
const slowSchema = (seed: number) => ({
  type: 'object',
  patternProperties: Object.fromEntries(numbered(1_500, (at) => [`p${seed}x${at}`, { type: 'string' }] as const)),
});

function frame(type: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(7);
  head.write(type, 'latin1');
  head.writeUInt32BE(payload.length, 3);
  return Buffer.concat([head, payload]);
}

/** A body with a member that no operation declares, besides what it needs. */
const withUnknown = (json: string) => `{"query":"moon","unknown":${json}}`;
const byNobody = (name: string, body: () => string, path = '/find'): HostileInput => ({
  name: `${name}, from nobody`,
  send: ({ kb, nobody }) => nobody.send('POST', `${kb.path}${path}`, { raw: body(), headers: json }),
});
const byWriter = (name: string, body: () => string, headers = json): HostileInput => ({
  name: `${name}, from a writer`,
  send: ({ kb }) => kb.client.send('POST', `${kb.path}/resources`, { raw: body(), headers }),
});
/** A text that is stored and understood. */
const text = (name: string, body: () => string, format = 'PLAIN'): HostileInput => ({
  name: `a text of ${name}`,
  send: async ({ kb }) => {
    const answer = await kb.client.send('POST', `${kb.path}/resources`, {
      body: { texts: { a: { body: body(), format } } },
    });
    const { uuid } = Object(answer.body);
    if (typeof uuid === 'string') await kb.untilProcessed(uuid);
  },
});
const query = (name: string, asked: () => object, path = '/find'): HostileInput => ({
  name: `a query of ${name}`,
  send: ({ kb, nobody }) => nobody.send('POST', `${kb.path}${path}`, { body: asked() }),
});
const boxFile = (name: string, file: () => Buffer): HostileInput => ({
  name: `a box file with ${name}`,
  send: ({ kb }) => sendImport(kb, file()),
});
interface AgentQuestion {
  readonly question?: () => string;
  readonly more?: () => object;
}

/** A question to an agent with these modules. */
const agentAsked = (name: string, modules: Workflow, { question, more }: AgentQuestion = {}): HostileInput => ({
  name: `a question to an agent with ${name}`,
  send: async ({ agent }) => {
    await agent.ask(question?.() ?? 'moon', await workflowOf(agent, modules), more?.());
  },
});
/** The body of a module. */
const agentModule = (name: string, body: () => string): HostileInput => ({
  name: `a module of ${name}`,
  send: ({ agent }) => agent.box.client.send('POST', `/agent/${agent.id}/context`, { raw: body(), headers: json }),
});
const nested = (levels: number) =>
  `${'{"module":"basic_ask","fallback":'.repeat(levels)}{"module":"basic_ask"}${'}'.repeat(levels)}`;
const fixed = (context: string) => ({ module: 'static_string', context });
const head = (
  path: (kb: KnowledgeBoxClient) => string,
  name: string,
  headers: Record<string, string> = {},
): HostileInput => ({
  name,
  send: ({ kb, nobody }) => nobody.send('GET', path(kb), { headers }),
});
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Inputs of all attacks so far. To add one, add a line; each is made when it is sent. */
export const hostileInputs: readonly HostileInput[] = [
  byNobody('2.7 million lists', () => withUnknown(lists(BODY_BYTES))),
  byNobody('a million members', () => withUnknown(members(500_000, '0'))),
  byNobody('millions of levels', () => withUnknown('['.repeat(BODY_BYTES))),
  byWriter('2.7 million lists', () => withUnknown(lists(BODY_BYTES))),
  byWriter('as many lists as may be', () => withUnknown(lists(NODES * 1.5))),
  byWriter('as many members as may be', () => withUnknown(members(NODES / 2, '0'))),
  byWriter('as many numbers for names as may be', () =>
    withUnknown(`{${numbered(NODES / 2, (i) => `"${i * 37}":0`).join(',')}}`),
  ),
  byWriter('many members and a prototype', () => withUnknown(`{"__proto__":1,"a":${members(NODES / 2 - 2, '0')}}`)),
  byWriter(
    'many objects in the wrong place',
    () => `{"texts":[${numbered(NODES / 4, (i) => `{"k${i}":1}`).join(',')}]}`,
  ),
  byWriter('many fields that lack all', () => `{"texts":${members(NODES / 3, '{}')}}`),
  byWriter('a long number', () => withUnknown('1'.repeat(BODY_BYTES))),
  byWriter('a long text of escapes', () => withUnknown(`"${filled('\\u0041', BODY_BYTES)}"`)),
  byWriter('a form', () => filled('a=%41%41%41%41&', BODY_BYTES), form),
  ...[0, 1, 2].map((seed) =>
    query(
      `a JSON Schema that is slow to compile, ${seed}`,
      () => ({ query: 'moon', answer_json_schema: slowSchema(seed) }),
      '/ask',
    ),
  ),
  query('a number that is none', () => ({ query: 'moon', min_score: `${'1'.repeat(100_000)}x` })),
  query('many words', () => ({ query: filled('ab c', 20_000) })),
  query('quotation marks', () => ({ query: filled('"a', 20_000) })),
  query('one word', () => ({ query: filled('a', 20_000) })),
  query('addresses', () => ({ query: filled('http://a/a/a/a ', 20_000) })),
  query('capitals and points', () => ({ query: filled('A.', 20_000) }), '/search'),
  query('marks', () => ({ query: filled('-!(*', 20_000) }), '/ask'),
  text('addresses', () => filled('http://a ', 300_000)),
  text('long addresses', () => numbered(100, (i) => `See http://h${i}${'/a'.repeat(990)} for the moon.`).join('\n\n')),
  text('short long addresses', () =>
    numbered(8, (i) => `See http://h${i}${'/a'.repeat(990)} for the moon.`).join('\n\n'),
  ),
  text('addresses of mail', () => filled('a@', 16_000)),
  text('one address of mail', () => `${'a.'.repeat(8_000)}@`),
  text('capitals and points', () => filled('A.', 16_000)),
  text('white space', () => `a${filled(' \n\t', 16_000)}b`),
  text('marks of Markdown', () => filled('*a_', 16_000), 'MARKDOWN'),
  text('open tags', () => filled('<p><td colspan=100 rowspan=500>a', 16_000), 'HTML'),
  text('lists of JSON', () => lists(2_000_000), 'JSON'),
  text('names', () => numbered(1_000, (i) => `mail ada${i}@example.org. `).join('')),
  boxFile('lists at its head', () => frame('LRN', Buffer.from(lists(30 * MIB)))),
  boxFile('numbers at its head', () => frame('LRN', Buffer.from(`[${'1,'.repeat(8_000_000)}1]`))),
  boxFile('a text at its head', () => frame('TXT', Buffer.alloc(30 * MIB, 'a'))),
  agentModule('modules in modules', () => nested(100)),
  agentModule('modules in modules without end', () => nested(200_000)),
  agentModule('many modules', () =>
    JSON.stringify({ module: 'smart', registered_agents: numbered(60_000, () => ({ module: 'basic_ask' })) }),
  ),
  agentAsked(
    'a question of questions',
    { preprocess: [{ module: 'rephrase', split_question: true }] },
    { question: () => filled('Why, and when? ', 20_000) },
  ),
  agentAsked(
    'synonyms of one letter',
    {
      preprocess: [
        {
          module: 'rephrase',
          provided_synonyms: Object.fromEntries(numbered(1_000, (at) => [filled('a', at + 1), ['b']] as const)),
        },
      ],
    },
    { question: () => filled('a', 20_000) },
  ),
  agentAsked(
    'arguments in a prompt',
    { context: [fixed('moon')], generation: [{ module: 'summarize', prompt: filled('{a} ', 10_000) }] },
    { more: () => ({ arguments: { a: filled('{a}', 100_000), b: JSON.parse(lists(50_000)) } }) },
  ),
  agentAsked(
    'a long history',
    { preprocess: [{ module: 'historical', all: true }] },
    {
      more: () => ({
        chat_history: numbered(200, () => ({ question: filled('moon ', 15_000), answer: filled('moon ', 15_000) })),
      }),
    },
  ),
  agentAsked('tables of white space', {
    context: [fixed(`| a | b |\n| - | - |\n${`| 1${' '.repeat(90_000)}x | 2 |\n`.repeat(2)}`)],
    generation: [{ module: 'data_viz' }, { module: 'passthrough' }],
  }),
  agentAsked('conditions on long texts', {
    context: numbered(20, () => fixed(filled('The tide turns. ', 190_000))),
    generation: [
      {
        module: 'generation_conditional',
        on: 'CONTEXT',
        has_keywords: numbered(100, (at) => `word ${at}`),
        then: [{ module: 'passthrough' }],
        else_: [{ module: 'passthrough' }],
      },
    ],
    postprocess: [{ module: 'related' }],
  }),
  head((kb) => `${kb.path}/find?query=a${'&a'.repeat(15_000)}`, 'a query string of members'),
  head((kb) => `${kb.path}/find?query=${'%41'.repeat(10_000)}`, 'a query string of escapes'),
  head((kb) => `${kb.path}/catalog?query=a&filters=${'/a'.repeat(15_000)}`, 'a query string of levels'),
  head((kb) => `${kb.path}/find?filter_expression=${'['.repeat(30_000)}`, 'a query string of open lists'),
  head((kb) => kb.path, 'a header of commas', { 'x-forwarded-for': filled('1.1.1.1,', 30_000), accept: 'a,' }),
  head((kb) => kb.path, 'a header of white space', { authorization: `Bearer${' '.repeat(30_000)}x` }),
];
