import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts/core';
import { catalogue } from './catalogue';
import { parseManifest, type ModelFile, type ModelManifest } from './manifest';

/** Describes the model in a folder that is not in the catalogue. */
export const MANIFEST_FILE = 'lectern-model.json';
const MODELS_MAX = 100;

/** A model whose files are in the store. */
export interface StoredModel {
  /** Its description. */
  readonly manifest: ModelManifest;
  /** Where its files are. */
  readonly folder: string;
}

/** A folder in the store, whether or not its model can be used. */
export interface StoreEntry {
  /** Name of its folder. */
  readonly id: string;
  /** Absent when the folder describes no model. */
  readonly manifest?: ModelManifest;
  /** Total size of its files. */
  readonly sizeBytes: number;
  /** Why it cannot be used; absent when all checksums match. */
  readonly fault?: string;
}

interface Stamp {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/**
 * Weights as data: one folder per model, named by its id. The catalogue describes its own models; any other folder
 * needs a `lectern-model.json` (see the README). The store never downloads anything.
 */
export class ModelStore {
  /** Stamps of files that this process has verified, by path. */
  private readonly stamps = new Map<string, Stamp>();
  private readonly problems = new Map<string, string>();
  /** Models that this process has loaded, by id. */
  private readonly used = new Set<string>();

  constructor(readonly folder: string) {}

  /** Why models in the store cannot be used, as far as they were requested. */
  get faults(): readonly string[] {
    return [...this.problems.values()];
  }

  /** The same, and which models used by this process lack a file now. */
  async look(): Promise<readonly string[]> {
    const lacking = await Promise.all([...this.used].map((id) => this.lackOf(id)));
    return [...new Set([...this.faults, ...lacking.filter((lack) => lack !== undefined)])];
  }

  /**
   * Whether a requested but unusable model is nevertheless known for this task: in the catalogue, or as a folder. It is
   * among the `faults` from now on, until the next start.
   */
  async isAwaited(id: string, task: ModelManifest['task']): Promise<boolean> {
    const manifest = await this.manifestOf(id);
    if (manifest?.id !== id || manifest.task !== task) return false;
    await this.noteLack(id);
    return true;
  }

  /** Adds incomplete folders of models to the `faults`, until the next start. */
  async noteIncomplete(): Promise<void> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    const ids = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
    for (const id of ids.slice(0, MODELS_MAX)) if ((await this.manifestOf(id))?.id === id) await this.noteLack(id);
  }

  /** Every model with all its files; `get` checks hashes. Folders with a faulty manifest are omitted. */
  async list(): Promise<readonly StoredModel[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(names.slice(0, MODELS_MAX).map((name) => this.find(name)));
    return found.filter((model) => model !== undefined);
  }

  /** All folders of the store with their faults; hashes every file. */
  async inspect(): Promise<readonly StoreEntry[]> {
    const names = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    const folders = names.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).slice(0, MODELS_MAX);
    const entries: StoreEntry[] = [];
    for (const name of folders.map((folder) => folder.name).sort()) entries.push(await this.inspectOne(name));
    return entries;
  }

  private async inspectOne(id: string): Promise<StoreEntry> {
    const folder = join(this.folder, id);
    const manifest = await this.manifestOf(id);
    if (manifest?.id !== id) return { id, sizeBytes: 0, fault: `${MANIFEST_FILE} is missing or describes no ${id}` };
    const sizes = await Promise.all(
      manifest.files.map(async ({ path }) => (await stat(join(folder, path)).catch(() => undefined))?.size),
    );
    const missing = manifest.files.find((_, index) => sizes[index] === undefined);
    const sizeBytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    if (missing) return { id, manifest, sizeBytes, fault: `${missing.path} is missing` };
    const fault = await this.get(id).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    return { id, manifest, sizeBytes, fault };
  }

  /** The model when its files exist, whatever they contain. */
  async find(id: string): Promise<StoredModel | undefined> {
    const folder = join(this.folder, id);
    const manifest = await this.manifestOf(id);
    if (manifest?.id !== id) return undefined;
    return manifest.files.every(({ path }) => existsSync(join(folder, path))) ? { manifest, folder } : undefined;
  }

  /**
   * The model with its files checked: by hash the first time in a process, then by size and modification time.
   *
   * @throws AppError `unavailable` when it is missing, or a file was changed; the message says what to do
   */
  async get(id: string): Promise<StoredModel> {
    const model = await this.find(id);
    if (!model) throw new AppError('unavailable', `The model ${id} is not in the model store`);
    try {
      await Promise.all(model.manifest.files.map((file) => this.check(model, file)));
    } catch (error) {
      this.problems.set(id, error instanceof Error ? error.message : String(error));
      throw error;
    }
    this.problems.delete(id);
    this.used.add(id);
    return model;
  }

  /** The model when it can be used. A damaged one is treated as missing, and is among the `faults`. */
  async findUsable(id: string): Promise<StoredModel | undefined> {
    if (!(await this.find(id))) return undefined;
    return this.get(id).catch(() => undefined);
  }

  private async noteLack(id: string): Promise<void> {
    const lack = await this.lackOf(id);
    if (lack) this.problems.set(id, lack);
  }

  private async manifestOf(id: string): Promise<ModelManifest | undefined> {
    return catalogue.find((model) => model.id === id) ?? (await readManifest(join(this.folder, id)));
  }

  private async lackOf(id: string): Promise<string | undefined> {
    const folder = join(this.folder, id);
    const manifest = await this.manifestOf(id);
    const missing = manifest?.files.find(({ path }) => !existsSync(join(folder, path)));
    if (manifest && !missing) return undefined;
    const what = existsSync(folder)
      ? `The file ${missing?.path ?? MANIFEST_FILE} of the model ${id}`
      : `The model ${id}`;
    return `${what} is missing; ${remedyOf(id)} and start again`;
  }

  private async check({ manifest, folder }: StoredModel, { path, accepted }: ModelFile): Promise<void> {
    const filePath = join(folder, path);
    const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(filePath);
    const known = this.stamps.get(filePath);
    if (known?.sizeBytes === sizeBytes && known.modifiedMs === modifiedMs) return;
    const candidates = accepted.filter((one) => one.sizeBytes === sizeBytes);
    const wanted = accepted.map((one) => one.sizeBytes).join(' or ');
    if (candidates.length === 0) throw faultOf(manifest.id, path, `it has ${sizeBytes} bytes instead of ${wanted}`);
    const sha256 = await sha256Of(filePath);
    if (!candidates.some((one) => one.sha256 === sha256)) throw faultOf(manifest.id, path, 'its checksum differs');
    this.stamps.set(filePath, { sizeBytes, modifiedMs });
  }
}

function remedyOf(id: string): string {
  const isOurs = catalogue.some((model) => model.id === id);
  return isOurs ? `run "lectern models add ${id}"` : 'put the right file in its place';
}

function faultOf(id: string, path: string, reason: string): AppError {
  const message = `The file ${path} of the model ${id} is damaged or foreign: ${reason}; ${remedyOf(id)} and start again`;
  return new AppError('unavailable', message);
}

/** The store's default folder: `.models` beside `node_modules`, searched upwards from here. */
export function defaultModelsFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return join(folder, '.models');
  }
  return resolve('.models');
}

async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  try {
    return parseManifest(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** SHA-256 of a file, lower-case hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('hex');
}
