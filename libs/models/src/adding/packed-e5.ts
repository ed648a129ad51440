import { refusal } from './refusal';

const MAGIC = 'E5S1';
const VERSION = 1;
/** Weights that share a scale. */
export const BLOCK = 32;
const BLOCK_BYTES = 18;
const NIBBLE_BYTES = 16;
/** Tensor types. */
const types = { float: 0, blocks: 1 };
/** More than any model of this layout has. */
const limits = { layers: 100, hidden: 8_192, vocabulary: 1_000_000, positions: 32_768, tensors: 10_000 };

/** Sizes of a BERT encoder. */
export interface EncoderShape {
  readonly hidden: number;
  readonly layers: number;
  readonly heads: number;
  readonly feedForward: number;
  readonly vocabulary: number;
  readonly positions: number;
  /** For layer normalisation. */
  readonly epsilon: number;
}

/** Four-bit weights: the value of weight i is `scales[i / 32] × (nibbles[i] − 8)`. */
export interface BlockTensor {
  /** 0 to 15, one per byte. */
  readonly nibbles: Uint8Array;
  readonly scales: Float32Array;
}

/** A model with its tokenizer, packed for an engine that reads four-bit weights. */
export interface PackedModel {
  readonly shape: EncoderShape;
  /** Pieces of SentencePiece with their scores, by id. */
  readonly pieces: readonly (readonly [text: string, score: number])[];
  /** Ids of special pieces. */
  readonly special: {
    readonly begin: number;
    readonly end: number;
    readonly padding: number;
    readonly unknown: number;
  };
  /** @throws AppError `invalid_request` when there is no tensor of this name and size */
  floats(name: string, count: number): Float32Array;
  /** @throws AppError `invalid_request` when there is no tensor of this name and size */
  blocks(name: string, count: number): BlockTensor;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Reads `e5-small-q4.bin` (little endian): magic, version, sizes of the encoder, the tokenizer with its table of
 * normalised characters, a directory of tensors, and the tensors.
 *
 * @throws AppError `invalid_request` when it does not have this layout
 */
export function readPackedModel(file: Buffer): PackedModel {
  try {
    return readPacked(file);
  } catch (error) {
    if (error instanceof RangeError) throw refusal('The packed model is cut off');
    throw error;
  }
}

function readPacked(file: Buffer): PackedModel {
  const reader = new Reader(file);
  if (reader.text(MAGIC.length) !== MAGIC || reader.u32() !== VERSION) throw refusal('This is no packed model');
  const shape = readShape(reader);
  const { pieces, special } = readPieces(reader, shape.vocabulary);
  skipNormalisation(reader);
  const directory = readDirectory(reader);
  const bytesOf = (name: string, type: number, count: number) => {
    const entry = directory.get(name);
    if (entry?.type !== type || entry.count !== count) throw refusal(`The packed model has no usable ${name}`);
    if (entry.offset + entry.bytes > file.length) throw refusal('The packed model is cut off');
    return file.subarray(entry.offset, entry.offset + entry.bytes);
  };
  return {
    shape,
    pieces,
    special,
    floats: (name, count) => floatsIn(bytesOf(name, types.float, count), count),
    blocks: (name, count) => blocksIn(bytesOf(name, types.blocks, count), count),
  };
}

function readShape(reader: Reader): EncoderShape {
  const [hidden = 0, layers = 0, heads = 0, feedForward = 0, vocabulary = 0, positions = 0] = reader.list(6);
  // Number of token types: only the first is used.
  reader.u32();
  const epsilon = reader.float();
  const isFitting =
    reader.u32() === BLOCK &&
    [hidden, feedForward].every((size) => isBetween(size, limits.hidden) && size % BLOCK === 0) &&
    isBetween(heads, hidden) &&
    hidden % heads === 0 &&
    isBetween(layers, limits.layers) &&
    isBetween(vocabulary, limits.vocabulary) &&
    isBetween(positions, limits.positions);
  if (!isFitting) throw refusal('The packed model has sizes that are not known');
  return { hidden, layers, heads, feedForward, vocabulary, positions, epsilon };
}

function readPieces(reader: Reader, vocabulary: number): Pick<PackedModel, 'pieces' | 'special'> {
  const [count = 0, begin = 0, end = 0, padding = 0, unknown = 0] = reader.list(5);
  if (!isBetween(count, vocabulary)) throw refusal('The packed model has more pieces than its vocabulary');
  const bytes = reader.u64();
  const offsets = reader.list(count + 1);
  const scores = Array.from({ length: count }, () => reader.float());
  const blob = reader.bytes(bytes);
  const pieces = scores.map((score, id) => [blob.toString('utf8', offsets[id], offsets[id + 1]), score] as const);
  return { pieces, special: { begin, end, padding, unknown } };
}

/** The table is that of nmt_nfkc, which `UnigramTokenizer` implements. */
function skipNormalisation(reader: Reader): void {
  reader.u32();
  reader.bytes(reader.u32());
}

function readDirectory(reader: Reader): ReadonlyMap<string, Entry> {
  const count = reader.u32();
  if (!isBetween(count, limits.tensors)) throw refusal('The packed model has too many tensors');
  const entries = Array.from({ length: count }, () => {
    const name = reader.text(reader.u16());
    return [name, { type: reader.u8(), count: reader.u32(), offset: reader.u64(), bytes: reader.u64() }] as const;
  });
  return new Map(entries);
}

const isBetween = (value: number, max: number) => value >= 1 && value <= max;

function floatsIn(bytes: Buffer, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * 4));
}

/** In each block, byte j has weight j in its low and weight j + 16 in its high half. */
function blocksIn(bytes: Buffer, count: number): BlockTensor {
  const nibbles = new Uint8Array(count);
  const scales = new Float32Array(count / BLOCK);
  for (let block = 0; block < scales.length; block++) {
    const at = block * BLOCK_BYTES;
    scales[block] = halfFloat(bytes.readUInt16LE(at));
    for (let i = 0; i < NIBBLE_BYTES; i++) {
      const both = bytes.readUInt8(at + 2 + i);
      nibbles[block * BLOCK + i] = both & 15;
      nibbles[block * BLOCK + NIBBLE_BYTES + i] = both >> 4;
    }
  }
  return { nibbles, scales };
}

/** Decodes IEEE 754 binary16; weights are never infinite. */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return (bits & 0x8000) === 0 ? size : -size;
}

/** Reads a buffer sequentially. */
class Reader {
  private at = 0;

  constructor(private readonly file: Buffer) {}

  u8 = () => this.file.readUInt8(this.advance(1));
  u16 = () => this.file.readUInt16LE(this.advance(2));
  u32 = () => this.file.readUInt32LE(this.advance(4));
  u64 = () => Number(this.file.readBigUInt64LE(this.advance(8)));
  float = () => this.file.readFloatLE(this.advance(4));
  text = (length: number) => this.bytes(length).toString('utf8');

  list(count: number): readonly number[] {
    return Array.from({ length: count }, this.u32);
  }

  bytes(length: number): Buffer {
    const start = this.advance(length);
    if (this.at > this.file.length) throw new RangeError('cut off');
    return this.file.subarray(start, this.at);
  }

  private advance(length: number): number {
    const start = this.at;
    this.at += length;
    return start;
  }
}
