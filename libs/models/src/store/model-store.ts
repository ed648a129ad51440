import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts';
import { catalogue } from './catalogue';
import { parseManifest, type ModelFile, type ModelManifest } from './manifest';

const manifestFile = 'lectern-model.json';
/** What was found right, so that a later start need not hash again. */
const stampFile = '.verified.json';
const modelsMax = 100;

export interface StoredModel {
  readonly manifest: ModelManifest;
  readonly folder: string;
}

interface Stamp {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/**
 * Weights as data: one folder per model, named by its id. Models of the catalogue are known by it; any other folder
 * brings a `lectern-model.json` (see the README). Nothing is ever fetched from here.
 */
export class ModelStore {
  constructor(private readonly folder: string) {}

  /**
   * Every model whose files are all there; hashes are checked by `get`. A folder with a faulty manifest is left out.
   */
  async list(): Promise<readonly StoredModel[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(names.slice(0, modelsMax).map((name) => this.find(name)));
    return found.filter((model) => model !== undefined);
  }

  /** The model when its files are there, whatever they contain. */
  async find(id: string): Promise<StoredModel | undefined> {
    const folder = join(this.folder, id);
    const manifest = catalogue.find((model) => model.id === id) ?? (await readManifest(folder));
    if (manifest?.id !== id) return undefined;
    return manifest.files.every(({ path }) => existsSync(join(folder, path))) ? { manifest, folder } : undefined;
  }

  /**
   * The model with its files checked: by hash the first time, by size and time of change when that was right before.
   *
   * @throws AppError `unavailable` when it is not there or a file is not what the manifest says
   */
  async get(id: string): Promise<StoredModel> {
    const model = await this.find(id);
    if (!model) throw new AppError('unavailable', `The model ${id} is not in the model store`);
    const stamps = await readStamps(model.folder);
    const checked = await Promise.all(model.manifest.files.map((file) => check(model, file, stamps[file.path])));
    const fresh = Object.fromEntries(checked.map((stamp, index) => [model.manifest.files[index]?.path ?? '', stamp]));
    if (JSON.stringify(fresh) !== JSON.stringify(stamps)) await writeStamps(model.folder, fresh);
    return model;
  }
}

/** The store's folder when none is configured: `.models` beside `node_modules`, found upwards from here. */
export function defaultModelsFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return join(folder, '.models');
  }
  return resolve('.models');
}

async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  try {
    return parseManifest(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')));
  } catch {
    return undefined;
  }
}

async function check({ manifest, folder }: StoredModel, file: ModelFile, stamp: Stamp | undefined): Promise<Stamp> {
  const path = join(folder, file.path);
  const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(path);
  const known = stamp?.sizeBytes === sizeBytes && stamp.modifiedMs === modifiedMs;
  const sha256 = known ? stamp.sha256 : await hash(path);
  const right = file.accepted.some((accepted) => accepted.sha256 === sha256 && accepted.sizeBytes === sizeBytes);
  if (!right)
    throw new AppError('unavailable', `The file ${file.path} of the model ${manifest.id} is damaged or foreign`);
  return { sha256, sizeBytes, modifiedMs };
}

async function hash(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('hex');
}

async function readStamps(folder: string): Promise<Readonly<Record<string, Stamp | undefined>>> {
  try {
    // Written by us; a foreign value at worst leads to hashing again, because every member is compared.
    return JSON.parse(await readFile(join(folder, stampFile), 'utf8')) as Record<string, Stamp | undefined>;
  } catch {
    return {};
  }
}

/** A store that cannot be written is hashed at every load: correct, only slower. */
async function writeStamps(folder: string, stamps: Readonly<Record<string, Stamp>>): Promise<void> {
  await writeFile(join(folder, stampFile), JSON.stringify(stamps)).catch(() => undefined);
}
