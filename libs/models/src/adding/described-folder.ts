import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelFile, type ModelManifest, parseManifest } from '../store/manifest';
import { MANIFEST_FILE, sha256Of } from '../store/model-store';
import { refusal } from './refusal';

const JSON_BYTES_MAX = 1024 ** 2;
const FILES_MAX = 10_000;
const TOKENIZER = 'tokenizer.json';
const LANGUAGES_UNKNOWN: readonly string[] = ['*'];
/** Where exporters store the weights, the smallest first. */
const usualWeights = ['model_quantized.onnx', 'model_int8.onnx', 'model.onnx'].flatMap((name) => [
  `onnx/${name}`,
  name,
]);

/** An operator's description of a model; everything else is read from its files. */
export type Description = Partial<Omit<ModelManifest, 'files'>>;

type Json = Readonly<Record<string, unknown>>;

/**
 * Describes a model in a folder: from the operator's description, otherwise from its `lectern-model.json`, otherwise
 * from the files published with models (`config.json` and those of sentence-transformers).
 *
 * @throws AppError `invalid_request` that names the first thing that is missing or wrong
 */
export async function describeFolder(folder: string, said: Description): Promise<ModelManifest> {
  const own = await readJsonFile(folder, MANIFEST_FILE);
  const paths = await filesBelow(folder);
  if (!paths.includes(TOKENIZER)) throw refusal(`There is no ${TOKENIZER} beside the model`);
  await requireTokenizer(folder);
  const task = said.task ?? own['task'] ?? 'embedding';
  const weights = said.weights ?? textOrUndefined(own['weights']) ?? weightsAmong(paths);
  if (!paths.includes(weights)) throw refusal(`There is no ${weights} in the folder`);
  const wanted = [weights, `${weights}_data`, `${weights}.data`, TOKENIZER, 'tokenizer_config.json'];
  const files = await Promise.all(wanted.filter((path) => paths.includes(path)).map((path) => fileOf(folder, path)));
  const published = await readPublished(folder, task);
  const all = { languages: LANGUAGES_UNKNOWN, ...published, ...own, ...defined(said), task, weights, files };
  return parsedManifest(all, own['files']);
}

function parsedManifest(all: Json, promised: unknown): ModelManifest {
  try {
    const manifest = parseManifest({ name: all['id'], licence: 'unknown', ...all });
    if (Array.isArray(promised))
      requirePromised(manifest, parseManifest({ ...all, name: 'x', licence: 'x', files: promised }));
    return manifest;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`The model is not described: ${reason}; give it as an option or in ${MANIFEST_FILE}`);
  }
}

/** A manifest that came with the files lists their checksums. */
function requirePromised({ files }: ModelManifest, { files: promised }: ModelManifest): void {
  for (const { path, accepted } of promised) {
    const [found] = files.find((file) => file.path === path)?.accepted ?? [];
    if (!found) throw new Error(`${path} is named by ${MANIFEST_FILE} and not there`);
    if (!accepted.some(({ sha256 }) => sha256 === found.sha256)) throw new Error(`the checksum of ${path} differs`);
  }
}

/** Paths of files below a folder, with slashes. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() || entry.isSymbolicLink());
  if (files.length > FILES_MAX) throw refusal(`The folder has more than ${FILES_MAX} files`);
  const top = folder.length + 1;
  return files.map((entry) => join(entry.parentPath, entry.name).slice(top).replaceAll('\\', '/'));
}

function weightsAmong(paths: readonly string[]): string {
  const usual = usualWeights.find((path) => paths.includes(path));
  if (usual) return usual;
  const all = paths.filter((path) => path.endsWith('.onnx'));
  const [only] = all;
  if (only && all.length === 1) return only;
  if (!only) throw refusal('There is no .onnx file in the folder');
  throw refusal(`There are several models; name one with --weights: ${all.slice(0, 10).join(', ')}`);
}

async function fileOf(folder: string, path: string): Promise<ModelFile> {
  const { size: sizeBytes } = await stat(join(folder, path));
  return { path, accepted: [{ sha256: await sha256Of(join(folder, path)), sizeBytes }] };
}

async function requireTokenizer(folder: string): Promise<void> {
  const text = await readFile(join(folder, TOKENIZER), 'utf8');
  try {
    const { model }: { model?: unknown } = JSON.parse(text);
    if (typeof model === 'object' && model !== null) return;
  } catch {
    // Reported below.
  }
  throw refusal(`${TOKENIZER} is no definition of a tokenizer`);
}

/** The metadata in files of transformers and sentence-transformers, as members of the manifest. */
async function readPublished(folder: string, task: unknown): Promise<Json> {
  const [config, sentence, pooling, prompts] = await Promise.all([
    readJsonFile(folder, 'config.json'),
    readJsonFile(folder, 'sentence_bert_config.json'),
    readJsonFile(folder, '1_Pooling/config.json'),
    readJsonFile(folder, 'config_sentence_transformers.json'),
  ]);
  const { query, passage, document } = objectOf(prompts['prompts']);
  const readsTokens = sentence['max_seq_length'] ?? config['max_position_embeddings'];
  return defined({
    dimensions: task === 'reranking' ? 1 : (pooling['word_embedding_dimension'] ?? config['hidden_size']),
    tokensMax: readsTokens,
    pooling: pooling['pooling_mode_cls_token'] === true ? 'cls' : undefined,
    queryPrefix: query,
    passagePrefix: passage ?? document,
  });
}

async function readJsonFile(folder: string, path: string): Promise<Json> {
  const place = join(folder, path);
  const found = await stat(place).catch(() => undefined);
  if (!found?.isFile()) return {};
  if (found.size > JSON_BYTES_MAX) throw refusal(`${path} is larger than ${JSON_BYTES_MAX} bytes`);
  try {
    return objectOf(JSON.parse(await readFile(place, 'utf8')));
  } catch {
    throw refusal(`${path} is no JSON`);
  }
}

function objectOf(value: unknown): Json {
  // Any object may be read as a map.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function defined(values: object): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
