/** Sizes of the packed encoder. */
export const packedShape = { hidden: 64, layers: 2, heads: 2, feedForward: 96, positions: 16 } as const;
/** Pieces of its tokenizer with their scores. */
export const packedPieces: readonly (readonly [text: string, score: number])[] = [
  ...(['<s>', '<pad>', '</s>', '<unk>'] as const).map((name) => [name, 0] as const),
  ...['▁', 'm', 'o', 'n', 's', 'e', 'a'].map((piece, index) => [piece, -8 - index / 4] as const),
  ...['▁moon', '▁sea', 'oo', '月'].map((piece, index) => [piece, -5 - index / 4] as const),
  ['<mask>', 0],
];
const EPSILON = 1e-5;
const BLOCK = 32;

/** A tensor in packed form, and its values. */
export interface PackedTensor {
  readonly type: number;
  readonly bytes: Buffer;
  readonly values: readonly number[];
}

/** All tensors of a small encoder with weights that look random. */
export function packedTensors(): ReadonlyMap<string, PackedTensor> {
  const { hidden, layers, feedForward, positions } = packedShape;
  const random = numbers();
  const floats = (count: number, around = 0) => floatTensor(count, () => around + random() * 0.2);
  const blocks = (count: number, scale: number) => blockTensor(count, scale, random);
  const tensors = new Map<string, PackedTensor>([
    ['emb.word', blocks(packedPieces.length * hidden, 0.1)],
    ['emb.pos', floats(positions * hidden)],
    ['emb.type', floats(2 * hidden)],
    ['emb.ln.w', floats(hidden, 1)],
    ['emb.ln.b', floats(hidden)],
  ]);
  for (let layer = 0; layer < layers; layer++) {
    const sizes = { q: hidden, k: hidden, v: hidden, ao: hidden, fi: feedForward, fo: hidden };
    for (const [name, outputs] of Object.entries(sizes)) {
      const inputs = name === 'fo' ? feedForward : hidden;
      tensors.set(`l${layer}.${name}.w`, blocks(inputs * outputs, 0.03));
      tensors.set(`l${layer}.${name}.b`, floats(outputs));
    }
    for (const name of ['aln', 'oln']) {
      tensors.set(`l${layer}.${name}.w`, floats(hidden, 1));
      tensors.set(`l${layer}.${name}.b`, floats(hidden));
    }
  }
  return tensors;
}

/** The file with these tensors and a tokenizer. */
export function packedModel(tensors: ReadonlyMap<string, PackedTensor> = packedTensors()): Buffer {
  const { hidden, layers, heads, feedForward, positions } = packedShape;
  const texts = packedPieces.map(([text]) => Buffer.from(text));
  const ends = texts.reduce<number[]>((all, text) => [...all, (all.at(-1) ?? 0) + text.length], [0]);
  const before = Buffer.concat([
    Buffer.from('E5S1'),
    u32(1, hidden, layers, heads, feedForward, packedPieces.length, positions, 2),
    float(EPSILON),
    u32(BLOCK, packedPieces.length, 0, 2, 1, 3),
    u64(ends.at(-1) ?? 0),
    u32(...ends),
    ...packedPieces.map(([, score]) => float(score)),
    ...texts,
    // A table of one character: U+00A0 is a space.
    u32(1, 9, 0xa0),
    Buffer.from([1]),
    u32(0x20, tensors.size),
  ]);
  const entryBytes = (name: string) => 2 + name.length + 1 + 4 + 8 + 8;
  let offset = [...tensors.keys()].reduce((sum, name) => sum + entryBytes(name), before.length);
  const directory = [...tensors].map(([name, { type, bytes, values }]) => {
    const length = Buffer.from([name.length, 0]);
    const entry = [length, Buffer.from(name), Buffer.from([type]), u32(values.length), u64(offset), u64(bytes.length)];
    offset += bytes.length;
    return Buffer.concat(entry);
  });
  return Buffer.concat([before, ...directory, ...[...tensors.values()].map(({ bytes }) => bytes)]);
}

function floatTensor(count: number, next: () => number): PackedTensor {
  const values = Array.from({ length: count }, () => Math.fround(next()));
  return { type: 0, bytes: Buffer.concat(values.map(float)), values };
}

/** Scales that 16 bits represent exactly: powers of two. */
function blockTensor(count: number, scale: number, random: () => number): PackedTensor {
  const exponent = Math.round(Math.log2(scale));
  const values: number[] = [];
  const parts: Buffer[] = [];
  for (let block = 0; block < count / BLOCK; block++) {
    const nibbles = Array.from({ length: BLOCK }, () => Math.round(random() * 7) + 8);
    const half = Buffer.alloc(2);
    half.writeUInt16LE((exponent + 15) << 10);
    const both = nibbles.slice(0, 16).map((low, index) => low | ((nibbles[index + 16] ?? 0) << 4));
    parts.push(half, Buffer.from(both));
    values.push(...nibbles.map((nibble) => (nibble - 8) * 2 ** exponent));
  }
  return { type: 1, bytes: Buffer.concat(parts), values };
}

/** From −1 to 1, the same sequence each time. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
