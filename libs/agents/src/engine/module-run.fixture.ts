import type { ContextMembers } from '@lectern/contracts/agents';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import {
  type ChatChunk,
  type ChatRequest,
  describeGenerator,
  embedTexts,
  type ModelPrice,
  predictChat,
  predictRephrase,
} from '@lectern/contracts/understanding';
import type { Bus } from '@lectern/bus';
import { read, refusalIn } from '@lectern/language';
import { stemsOnce } from '@lectern/text';
import type { IdentifiedModule } from '../module/identified-module';
import { InteractionUsage } from './interaction-usage';
import { type ChoosableDriver, driverSettings } from '../driver/driver-choice';
import { missingIn } from './missing';
import { ModuleModels } from './module-models';
import type { InteractionFacts, ModuleRegistry, ModuleRun, QuestionBack } from './module-run';
import type { BoxSource, ModuleSources } from './module-sources';

/** What a scripted model says; the built-in reader answers where there is no script. */
export type ChatScript = (request: ChatRequest, call: number) => readonly ChatChunk[];

/** A knowledge box of a spec. */
export type TestSource = Pick<BoxSource, 'identifier'> & Partial<BoxSource>;

/** A run for specs of modules, and what its models were asked. */
export interface TestRun {
  readonly run: ModuleRun;
  readonly asked: readonly ChatRequest[];
  /** What it said of how far it is. */
  readonly told: readonly object[];
  /** What it asked the user. */
  readonly questions: readonly QuestionBack[];
}

/** An object that a model answers with. */
export const objectOf = (object: object): readonly ChatChunk[] => [
  { type: 'object', object },
  { type: 'status', code: '0', details: null },
];

/** A text that a model answers with. */
export const textOf = (text: string): readonly ChatChunk[] => [
  { type: 'text', text },
  { type: 'meta', input_tokens: 1_000, output_tokens: 100, timings: {}, input_svc_tokens: 1, output_svc_tokens: 0.1 },
  { type: 'status', code: '0', details: null },
];

const DIMENSIONS = 512;
const isSilent = (): never => {
  throw new Error('The source of the spec says nothing about this');
};
const silentSource: Omit<BoxSource, 'identifier'> = {
  description: '',
  synonyms: isSilent,
  ask: isSilent,
  find: isSilent,
  catalog: isSilent,
  labelsets: isSilent,
};
const empty: ModuleRegistry = {
  type: (kind, name) => {
    throw new Error(`There is no ${kind} module ${name}`);
  },
};

/** A run of a module with a scripted model, or with the built-in reader. */
export function testRun({
  script,
  sources = [],
  facts = {},
  registry = empty,
  embeds = true,
  answers = [],
  drivers = [],
  web,
  mcp,
  databases,
  price,
}: {
  readonly script?: ChatScript;
  /** What a spec leaves out fails. */
  readonly sources?: readonly TestSource[];
  readonly facts?: Partial<InteractionFacts>;
  readonly registry?: ModuleRegistry;
  /** False: no embedding model answers. */
  readonly embeds?: boolean;
  /** What the user answers, one after the other; after them the user is silent. */
  readonly answers?: readonly string[];
  /** Of other sources than knowledge boxes. */
  readonly drivers?: readonly ChoosableDriver[];
  /** Nothing answers where it is absent. */
  readonly web?: ModuleRun['web'];
  /** Servers of tools. */
  readonly mcp?: ModuleSources['mcp'];
  /** None is there where it is absent. */
  readonly databases?: ModuleRun['databases'];
  /** Of the model. */
  readonly price?: ModelPrice;
} = {}): TestRun {
  const asked: ChatRequest[] = [];
  const told: object[] = [];
  const questions: QuestionBack[] = [];
  const left = [...answers];
  const { signal } = new AbortController();
  const usage = new InteractionUsage();
  const asker = { kbid: 'agent', principal: systemPrincipal, user: 'ada', usage };
  const models = new ModuleModels(busOf(asked, { script, embeds, price }), asker, signal);
  const run: ModuleRun = {
    facts: {
      agent: { id: 'agent', account: 'account', slug: 'a', title: 'A', description: '', hasMemory: true },
      workflow: 'default',
      session: 'ephemeral',
      asked: { id: 'q', text: 'Where does the ibex climb?' },
      arguments: {},
      isOwner: true,
      headers: {},
      history: [],
      rules: [],
      streaming: false,
      ...facts,
    },
    models,
    sources: {
      box: async (identifier) => {
        const found = sources.find((source) => source.identifier === identifier);
        if (!found) throw new Error(`There is no source ${identifier}`);
        return { ...silentSource, ...found };
      },
      settings: async (identifier, provider) => driverSettings(drivers, identifier, provider),
      mcp: mcp ?? (async (identifier) => Promise.reject(new Error(`There is no server ${identifier}`))),
    },
    web: web ?? {
      fetch: async (url) => {
        throw new Error(`Nothing answers at ${String(url)}`);
      },
    },
    databases: databases ?? { sql: isSilent, graph: isSilent },
    sessionData: async () => undefined,
    ask: async (question) => {
      questions.push(question);
      return left.shift();
    },
    say: async () => undefined,
    think: async () => undefined,
    tell: async (text, metadata) => void told.push({ text, ...metadata }),
    contexts: [],
    registry,
    usage,
    search: async (module, _place, question) => {
      const { contexts, missing } = await registry.type('context', module.module).run(module, question, run);
      // Every context module has these members.
      const config = module as IdentifiedModule & ContextMembers;
      const judged = missing === undefined ? await missingIn(contexts, question, { module: config, run }) : missing;
      return { contexts, missing: judged };
    },
    part: async (_module, _place, work) => work(run),
    signal,
  };
  return { run, asked, told, questions };
}

/** Answers the operations that modules call. */
function busOf(
  asked: ChatRequest[],
  {
    script,
    embeds,
    price,
  }: {
    readonly script: ChatScript | undefined;
    readonly embeds: boolean;
    readonly price: ModelPrice | undefined;
  },
): Pick<Bus, 'request' | 'stream'> {
  const model = { id: 'm', contextTokensMax: 30_000, vision: false, takesOtherModels: false };
  const generator = { ...model, followsPrompts: script !== undefined, ...(price && { price }) };
  const answerOf = (name: string, body: unknown): unknown => {
    if (name === describeGenerator.name) return { generator };
    // The operation was told apart by its name.
    if (name === embedTexts.name && !embeds) throw new AppError('unavailable', 'No embedding model answers');
    if (name === embedTexts.name) return { vectors: (body as { texts: string[] }).texts.map(vectorOf) };
    if (name === predictRephrase.name) return { answer: (body as { question: string }).question };
    return { embedder: { id: 'words', defaultMinScore: 0.4 }, generator, generators: [generator] };
  };
  const bus = {
    request: async ({ name }: { readonly name: string }, { body }: { readonly body?: unknown }) => answerOf(name, body),
    stream: async function* ({ name }: { readonly name: string }, { body }: { readonly body: ChatRequest }) {
      if (name !== predictChat.name) throw new Error(`Not a chat: ${name}`);
      // As the bus does within a process.
      frozen(body);
      asked.push(body);
      for (const chunk of script?.(body, asked.length - 1) ?? readerOf(body)) yield { chunk };
    },
  };
  return bus as unknown as Pick<Bus, 'request' | 'stream'>; // Answers by name, which the types of operations cannot say.
}

function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
}

function readerOf({ question, query_context: context }: ChatRequest): readonly ChatChunk[] {
  const entries = Object.entries(context).map(([key, text]) => ({ key, text }));
  const { chosen, language } = read(question, entries);
  if (chosen.length > 0) return textOf(chosen.map(({ text }) => text).join(' '));
  return [
    { type: 'text', text: refusalIn(language) },
    { type: 'status', code: '-2', details: null },
  ];
}

/** Counts stems: texts with the same words are alike. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const stem of stemsOnce(text, 'en').filter((one) => one !== '')) {
    const place = [...stem].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
