import { isAbsolute, normalize, sep } from 'node:path';
import { isObject } from '@lectern/contracts/core';

/** Accepted content of a file. */
export interface AcceptedFile {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A file of a model. */
export interface ModelFile {
  /** Relative to the model's folder. */
  readonly path: string;
  /** A file with any of these contents is accepted. */
  readonly accepted: readonly AcceptedFile[];
}

/** The metadata needed to run a model: an entry of the catalogue, or `lectern-model.json` in a folder. */
export interface ModelManifest {
  /** Also the name of its folder in the store, of vectorsets, and of the model in settings. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Its purpose: vectors of texts, how well a text answers a question, or the words in sound. */
  readonly task: 'embedding' | 'reranking' | 'speech';
  /** Licence of the weights. */
  readonly licence: string;
  /** ISO 639-1, or `*`. */
  readonly languages: readonly string[];
  /** Dimensions of the vectors; 1 for other tasks. */
  readonly dimensions: number;
  /** Longer texts are truncated. */
  readonly tokensMax: number;
  /** How the vectors of tokens are combined into one of the text, if the model does not do that. */
  readonly pooling: 'mean' | 'cls';
  /** Prepended to a question. */
  readonly queryPrefix: string;
  /** Prepended to a paragraph. */
  readonly passagePrefix: string;
  /** Results with a lower similarity are dropped, unless a request says otherwise. */
  readonly defaultMinScore: number;
  /** Weight of vector search relative to keyword search in the model's languages. */
  readonly fusionWeight: number;
  /** The same in other languages. */
  readonly fusionWeightElsewhere: number;
  /** Path of the ONNX file, one of `files`. */
  readonly weights: string;
  /** All its files. */
  readonly files: readonly ModelFile[];
}

const limits = { dimensionsMax: 8192, tokensMax: 32_768, filesMax: 50 };

/**
 * Validates a manifest that came with a folder.
 *
 * @throws Error naming the first member that is wrong
 */
export function parseManifest(value: unknown): ModelManifest {
  const read = reader(value);
  const files = read('files', isFileList);
  const weights = read('weights', isText);
  if (!files.some(({ path }) => path === weights)) throw new Error('weights must be one of files');
  return {
    id: read('id', isId),
    name: read('name', isText),
    task: read('task', isOneOf('embedding', 'reranking', 'speech')),
    licence: read('licence', isText),
    languages: read('languages', isTextList),
    dimensions: read('dimensions', isWhole(limits.dimensionsMax)),
    tokensMax: read('tokensMax', isWhole(limits.tokensMax)),
    pooling: read('pooling', isOneOf('mean', 'cls'), 'mean'),
    queryPrefix: read('queryPrefix', isString, ''),
    passagePrefix: read('passagePrefix', isString, ''),
    defaultMinScore: read('defaultMinScore', isShare, 0),
    fusionWeight: read('fusionWeight', isShare, 0.5),
    fusionWeightElsewhere: read('fusionWeightElsewhere', isShare, 0),
    weights,
    files,
  };
}

function reader(value: unknown) {
  if (!isObject(value)) throw new Error('is not an object');
  return <T>(name: string, is: (member: unknown) => member is T, fallback?: T): T => {
    const member = value[name] ?? fallback;
    if (!is(member)) throw new Error(`${name} is missing or not usable`);
    return member;
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value);
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

function isWhole(max: number) {
  return (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

function isOneOf<const T extends string>(...values: T[]) {
  return (value: unknown): value is T => values.some((candidate) => candidate === value);
}

function isFileList(value: unknown): value is ModelFile[] {
  return Array.isArray(value) && value.length > 0 && value.length <= limits.filesMax && value.every(isFile);
}

function isFile(value: unknown): value is ModelFile {
  return isObject(value) && isInside(value.path) && Array.isArray(value.accepted) && value.accepted.every(isAccepted);
}

function isAccepted(value: unknown): value is AcceptedFile {
  return isObject(value) && /^[0-9a-f]{64}$/.test(String(value.sha256)) && Number.isInteger(value.sizeBytes);
}

/** A manifest must not reach out of its folder. */
function isInside(path: unknown): path is string {
  return isText(path) && !isAbsolute(path) && !normalize(path).split(sep).includes('..');
}
