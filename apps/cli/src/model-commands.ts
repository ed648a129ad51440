import { resolve } from 'node:path';
import { type ModelUse, readModelUse } from '@lectern/contracts/knowledge-box';
import type { ModelManifest, ModelStore, StoreEntry } from '@lectern/models';
import type { Command, CommandContext, Option } from './command';
import { CommandError, exitCodes } from './exit-code';
import { counted } from './progress-line';

/** Loaded by the commands that need them: the others start in half the time. */
export function loadModels(): typeof import('./model-parts') {
  try {
    return require('./model-parts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    const message = 'This is the command line alone: run commands for the model store beside the product';
    throw new CommandError(message, exitCodes.usage);
  }
}

export const storeOption: Readonly<Record<string, Option>> = {
  store: { value: 'FOLDER', doc: 'the model store; MODELS_DIR, or .models of this installation, when absent' },
};

export const showModels: Command = {
  name: 'models list',
  summary: 'name the models of the store, and those that can be added by name',
  details: [
    'Each is a line: id, what it does, numbers of a vector, size, whether its files are right, who uses it. Every file',
    'is hashed. Who uses a model is known where a token is given. Exit code 1 when a model cannot be used.',
  ],
  options: { ...storeOption, json: { doc: 'write the result as JSON, one object a line' } },
  run: async (context) => {
    const { options, env, print } = context;
    const hasToken = options['token'] !== undefined || (env['LECTERN_TOKEN'] ?? '') !== '';
    const use = hasToken ? await context.api().call(readModelUse, {}) : undefined;
    const entries = await storeOf(context).inspect();
    const missing = loadModels().catalogue.filter(({ id }) => !entries.some((entry) => entry.id === id));
    const rows = [
      ...entries.map((entry) => rowOf(entry, use)),
      ...missing.map((manifest) => ({
        ...rowOf({ id: manifest.id, manifest, sizeBytes: sizeOf(manifest) }, use),
        state: 'absent',
      })),
    ];
    for (const row of rows) print(options['json'] ? JSON.stringify(row) : lineOf(row));
    return entries.some(({ fault }) => fault !== undefined) ? exitCodes.notAsItShouldBe : exitCodes.done;
  },
};

export const removeStoredModel: Command = {
  name: 'models remove',
  summary: 'take a model out of the store',
  arguments: [{ value: 'ID', doc: 'what models list calls it' }],
  details: [
    'Refused while a knowledge box has a vectorset of it, or the deployment uses it for new boxes or for reranking:',
    'the running product is asked. Processes that have loaded it keep it until they are restarted.',
  ],
  options: {
    ...storeOption,
    force: {
      doc: 'remove it unasked: boxes with vectorsets of it are searched by words only until it is added again',
    },
  },
  run: async (context) => {
    const { argument: id, options, print } = context;
    const { removeModel } = loadModels();
    const store = storeOf(context);
    if (!options['force']) requireUnused(id, await context.api().call(readModelUse, {}));
    await removeModel(store, id).catch(refuse);
    print(`${id} removed`);
    return exitCodes.done;
  },
};

export function storeOf({ options: { store }, env }: CommandContext): ModelStore {
  const { defaultModelsFolder, ModelStore: Store } = loadModels();
  const folder = typeof store === 'string' ? store : env['MODELS_DIR'] || defaultModelsFolder();
  return new Store(resolve(folder));
}

/** Turns an error of the models into a line and an exit code. */
export function refuse(error: unknown): never {
  if (error instanceof loadModels().AppError) throw new CommandError(error.message, exitCodes.refused);
  throw error;
}

export function megabytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`;
}

function requireUnused(id: string, use: ModelUse): void {
  const uses = usesOf(id, use);
  if (uses.length === 0) return;
  const remedy =
    'Give the boxes a vectorset of another model first, or use --force: they are then searched by words only';
  throw new CommandError(`${id} is in use: ${uses.join(', ')}. ${remedy}`, exitCodes.refused);
}

function usesOf(id: string, { default_embedder: embedder, reranker, embedders }: ModelUse): readonly string[] {
  const boxes = embedders.find((one) => one.id === id)?.knowledge_boxes ?? 0;
  return [
    ...(boxes > 0 ? [counted(boxes, 'knowledge box', 'knowledge boxes')] : []),
    ...(embedder === id ? ['default of new knowledge boxes'] : []),
    ...(reranker === id ? ['reranker'] : []),
  ];
}

interface Row {
  readonly id: string;
  readonly task: string | null;
  readonly dimensions: number | null;
  readonly size_bytes: number;
  readonly state: string;
  readonly fault: string | null;
  /** Null: not known. */
  readonly uses: readonly string[] | null;
}

function rowOf({ id, manifest, sizeBytes, fault }: StoreEntry, use: ModelUse | undefined): Row {
  return {
    id,
    task: manifest?.task ?? null,
    dimensions: manifest?.dimensions ?? null,
    size_bytes: sizeBytes,
    state: fault === undefined ? 'right' : 'faulty',
    fault: fault ?? null,
    uses: use ? usesOf(id, use) : null,
  };
}

function lineOf({ id, task, dimensions, size_bytes: bytes, state, fault, uses }: Row): string {
  const what = task === 'embedding' ? `embedding, ${dimensions} dimensions` : (task ?? 'unknown');
  const states: Readonly<Record<string, string>> = {
    right: 'checksums match',
    absent: `not in the store: lectern models add ${id}`,
  };
  const inUse = uses && (uses.length > 0 ? `used: ${uses.join(', ')}` : 'not in use');
  const parts = [what, megabytes(bytes), states[state] ?? fault, state === 'absent' ? undefined : inUse];
  return `${id}: ${parts.filter(Boolean).join('; ')}`;
}

function sizeOf({ files }: ModelManifest): number {
  return files.reduce((sum, { accepted }) => sum + (accepted[0]?.sizeBytes ?? 0), 0);
}
