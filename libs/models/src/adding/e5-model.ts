import { elementTypes, onnx, writeNode, writeTensor, writeValue, writeWholes } from './onnx-graph';
import { BLOCK, type BlockTensor, type EncoderShape, type PackedModel, readPackedModel } from './packed-e5';
import { memberOf, messageMemberOf } from '@lectern/contracts/messages';
import type { SplitModel } from './sentencepiece';
import { unigramDefinition } from '../onnx/unigram-definition';

const MICROSOFT = 'com.microsoft';
const versions = { ir: 10, onnx: 21, microsoft: 1 };
/** The middle of 0 to 15. */
const NIBBLE_ZERO = 8;
/**
 * Seven bits and a sign, not eight: processors without VNNI add two products of eight bits in sixteen bits, which would
 * overflow.
 */
const WEIGHT_MAX = 63;
/** Far below every attention score. */
const MASKED = -10_000;

/**
 * Converts a packed model into a BERT encoder for ONNX Runtime with its `tokenizer.json`. Matrices get weights of 8
 * bits with a scale per output; the word embeddings keep their 4 bits. The same input bytes give the same output bytes.
 *
 * @throws AppError `invalid_request` when it is not a packed model
 */
export function convertPackedModel(file: Buffer): SplitModel {
  const model = readPackedModel(file);
  const tokenizer = unigramDefinition(model.pieces, model.special);
  return { weights: new EncoderGraph(model).write(), tokenizer: Buffer.from(JSON.stringify(tokenizer)) };
}

/** Inputs `input_ids` and `attention_mask`; the output has a vector per token. */
class EncoderGraph {
  private readonly fields: Buffer[] = [];
  private readonly shape: EncoderShape;

  constructor(private readonly model: PackedModel) {
    this.shape = model.shape;
  }

  write(): Buffer {
    const { layers, hidden } = this.shape;
    this.addConstants();
    this.addEmbeddings('x0');
    for (let layer = 0; layer < layers; layer++) {
      this.addLayer(layer, `x${layer}`, layer === layers - 1 ? 'last_hidden_state' : `x${layer + 1}`);
    }
    const { int64, float } = elementTypes;
    const ids = { type: int64, dims: ['batch', 'width'] };
    const graph = [
      ...this.fields,
      memberOf(2, 'encoder'),
      writeValue(onnx.graph.input, 'input_ids', ids),
      writeValue(onnx.graph.input, 'attention_mask', ids),
      writeValue(onnx.graph.output, 'last_hidden_state', { type: float, dims: ['batch', 'width', hidden] }),
    ];
    return Buffer.concat([
      memberOf(1, versions.ir),
      messageMemberOf(onnx.model.graph, graph),
      opset('', versions.onnx),
      opset(MICROSOFT, versions.microsoft),
    ]);
  }

  private addConstants(): void {
    const { hidden, heads } = this.shape;
    const whole = (name: string, ...values: number[]) => this.fields.push(writeWholes(name, values, [values.length]));
    whole('0', 0);
    whole('1', 1);
    whole('2', 2);
    whole('middle', 1, 2);
    whole('by head', 0, 0, 3, heads, hidden / heads);
    whole('joined', 0, 0, hidden);
    whole('thirds', 1, 1, 1);
    this.floats('one', [], [1]);
    this.floats('masked', [], [MASKED]);
    this.node('Cast', ['attention_mask'], 'mask', { to: elementTypes.float });
    this.node('Sub', ['one', 'mask'], 'mask/padding');
    this.node('Mul', ['mask/padding', 'masked'], 'mask/scores');
    this.node('Unsqueeze', ['mask/scores', 'middle'], 'mask/of all heads');
  }

  private addEmbeddings(output: string): void {
    const { hidden, vocabulary, positions } = this.shape;
    const words = this.model.blocks('emb.word', vocabulary * hidden);
    const scales = [vocabulary, hidden / BLOCK];
    this.fields.push(
      writeTensor('words', { type: elementTypes.uint4, dims: [vocabulary, hidden], raw: packed(words.nibbles) }),
    );
    this.floats('words/scales', scales, words.scales);
    const zeros = new Uint8Array(words.scales.length).fill(NIBBLE_ZERO);
    this.fields.push(writeTensor('words/zeros', { type: elementTypes.uint4, dims: scales, raw: packed(zeros) }));
    const attributes = { gather_axis: 0, quantize_axis: 1, block_size: BLOCK, bits: 4 };
    this.ours('GatherBlockQuantized', ['words', 'input_ids', 'words/scales', 'words/zeros'], 'words/read', attributes);
    const kind = this.model.floats('emb.type', hidden * 2);
    const table = this.model.floats('emb.pos', positions * hidden);
    // All tokens are of the first type.
    this.floats(
      'positions',
      [positions, hidden],
      table.map((value, index) => value + (kind[index % hidden] ?? 0)),
    );
    this.node('Shape', ['input_ids'], 'shape');
    this.node('Slice', ['shape', '1', '2'], 'width');
    this.node('Slice', ['positions', '0', 'width'], 'positions/read');
    this.addNormalised('emb.ln', ['words/read', 'positions/read'], output);
  }

  private addLayer(layer: number, input: string, output: string): void {
    const { hidden, heads, feedForward } = this.shape;
    const name = (part: string) => `l${layer}.${part}`;
    const square = { inputs: hidden, outputs: hidden };
    this.addLinear(name('qkv'), input, { ...square, of: ['q', 'k', 'v'].map(name) });
    this.node('Reshape', [name('qkv'), 'by head'], name('split'));
    this.node('Transpose', [name('split')], name('heads'), { perm: [2, 0, 3, 1, 4] });
    const parts = ['q', 'k', 'v'].map(name);
    this.node(
      'Split',
      [name('heads'), 'thirds'],
      parts.map((part) => `${part}/of one`),
      { axis: 0 },
    );
    for (const part of parts) this.node('Squeeze', [`${part}/of one`, '0'], part);
    const scaled = { transB: 1, alpha: { float: 1 / Math.sqrt(hidden / heads) } };
    this.ours('FusedMatMul', [name('q'), name('k')], name('scores'), scaled);
    this.node('Add', [name('scores'), 'mask/of all heads'], name('scores/masked'));
    this.node('Softmax', [name('scores/masked')], name('shares'), { axis: 3 });
    this.node('MatMul', [name('shares'), name('v')], name('mixed'));
    this.node('Transpose', [name('mixed')], name('mixed/by token'), { perm: [0, 2, 1, 3] });
    this.node('Reshape', [name('mixed/by token'), 'joined'], name('attention'));
    this.addLinear(name('ao'), name('attention'), { ...square, of: [name('ao')] });
    this.addNormalised(name('aln'), [name('ao'), input], name('attended'));
    this.addLinear(name('fi'), name('attended'), { inputs: hidden, outputs: feedForward, of: [name('fi')] });
    this.ours('Gelu', [name('fi')], name('active'));
    this.addLinear(name('fo'), name('active'), { inputs: feedForward, outputs: hidden, of: [name('fo')] });
    this.addNormalised(name('oln'), [name('fo'), name('attended')], output);
  }

  /** Matrices with the same input are combined. */
  private addLinear(
    output: string,
    input: string,
    { inputs, outputs, of }: { readonly inputs: number; readonly outputs: number; readonly of: readonly string[] },
  ): void {
    const all = of.map((name) => this.model.blocks(`${name}.w`, inputs * outputs));
    const columns = outputs * of.length;
    const { weights, scales } = byOutput(all, { inputs, outputs });
    const bias = of.flatMap((name) => [...this.model.floats(`${name}.b`, outputs)]);
    this.fields.push(
      writeTensor(`${output}/weights`, { type: elementTypes.int8, dims: [inputs, columns], raw: weights }),
    );
    this.floats(`${output}/scales`, [columns], scales);
    this.fields.push(
      writeTensor(`${output}/zeros`, { type: elementTypes.int8, dims: [columns], raw: Buffer.alloc(columns) }),
    );
    this.floats(`${output}/bias`, [columns], bias);
    const parts = ['weights', 'scales', 'zeros', 'bias'].map((part) => `${output}/${part}`);
    this.ours('DynamicQuantizeMatMul', [input, ...parts], output);
  }

  private addNormalised(name: string, [a, b]: readonly [string, string], output: string): void {
    const { hidden, epsilon } = this.shape;
    this.floats(`${name}/scale`, [hidden], this.model.floats(`${name}.w`, hidden));
    this.floats(`${name}/bias`, [hidden], this.model.floats(`${name}.b`, hidden));
    this.node('Add', [a, b], `${name}/sum`);
    const inputs = [`${name}/sum`, `${name}/scale`, `${name}/bias`];
    this.node('LayerNormalization', inputs, output, { axis: 2, epsilon: { float: epsilon } });
  }

  private node(...[operator, inputs, output, attributes]: NodeArguments): void {
    this.fields.push(writeNode(operator, { inputs, output, attributes }));
  }

  private ours(...[operator, inputs, output, attributes]: NodeArguments): void {
    this.fields.push(writeNode(operator, { inputs, output, attributes, domain: MICROSOFT }));
  }

  private floats(name: string, dims: readonly number[], values: ArrayLike<number>): void {
    const raw = Buffer.alloc(values.length * 4);
    for (let i = 0; i < values.length; i++) raw.writeFloatLE(values[i] ?? 0, i * 4);
    this.fields.push(writeTensor(name, { type: elementTypes.float, dims, raw }));
  }
}

type NodeParts = Parameters<typeof writeNode>[1];
type NodeArguments = [
  operator: string,
  inputs: NodeParts['inputs'],
  output: NodeParts['output'],
  attributes?: NodeParts['attributes'],
];

/** Converts weights of blocks into integers with one scale per output, ordered by input. */
function byOutput(
  all: readonly BlockTensor[],
  { inputs, outputs }: { readonly inputs: number; readonly outputs: number },
): { readonly weights: Buffer; readonly scales: Float32Array } {
  const columns = outputs * all.length;
  const weights = Buffer.alloc(inputs * columns);
  const scales = new Float32Array(columns);
  all.forEach(({ nibbles, scales: ofBlocks }, part) => {
    for (let row = 0; row < outputs; row++) {
      const value = (input: number) => {
        const at = row * inputs + input;
        return ((nibbles[at] ?? NIBBLE_ZERO) - NIBBLE_ZERO) * (ofBlocks[Math.floor(at / BLOCK)] ?? 0);
      };
      let largest = 0;
      for (let input = 0; input < inputs; input++) largest = Math.max(largest, Math.abs(value(input)));
      const column = part * outputs + row;
      const scale = largest / WEIGHT_MAX || 1;
      scales[column] = scale;
      for (let input = 0; input < inputs; input++)
        weights.writeInt8(Math.round(value(input) / scale), input * columns + column);
    }
  });
  return { weights, scales };
}

/** Packs two values per byte, the first in the low half. */
function packed(nibbles: Uint8Array): Buffer {
  const bytes = Buffer.alloc(nibbles.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (nibbles[2 * i] ?? 0) | ((nibbles[2 * i + 1] ?? 0) << 4);
  return bytes;
}

function opset(domain: string, version: number): Buffer {
  return messageMemberOf(onnx.model.opset, [memberOf(onnx.opset.domain, domain), memberOf(2, version)]);
}
