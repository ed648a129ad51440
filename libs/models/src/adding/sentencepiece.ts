import { elementTypes, onnx, writeNode, writeValue, writeWholes } from './onnx-graph';
import { type MessageMember, membersOf, messageMemberOf } from '@lectern/contracts/messages';
import { refusal } from './refusal';

const OPERATOR = 'SentencepieceTokenizer';
const DOMAIN = 'ai.onnx.contrib';
const UNKNOWN_KIND = 2;

/** A model that reads token ids, and the definition of its tokenizer. */
export interface SplitModel {
  readonly weights: Buffer;
  readonly tokenizer: Buffer;
}

/**
 * Separates the tokenizer from a model that reads texts with an operator that ONNX Runtime does not have: the remaining
 * model reads `input_ids` and `attention_mask`, and the tokenizer becomes a `tokenizer.json`. The same input bytes give
 * the same output bytes.
 *
 * @throws AppError `invalid_request` when the model is not of this kind
 */
export function splitSentencePieceModel(model: Buffer): SplitModel {
  const fields = [...membersOf(model)];
  const graph = fields.find(({ number }) => number === onnx.model.graph);
  if (!graph) throw refusal('The model has no graph');
  const parts = [...membersOf(graph.bytes)];
  const node = parts.find((part) => part.number === onnx.graph.node && operatorOf(part) === OPERATOR);
  const definition = node && definitionOf(node);
  if (!node || !definition) throw refusal(`The model has no ${OPERATOR}`);
  const kept = withoutUnused(parts.filter((part) => part !== node && part.number !== onnx.graph.input));
  const [ids = '', offsets = ''] = memberTexts(node, onnx.node.output);
  const written = messageMemberOf(onnx.model.graph, [...readIds(ids, offsets), ...kept.map(({ raw }) => raw)]);
  const others = fields.filter((field) => field !== graph && !isOfDomain(field));
  return {
    weights: Buffer.concat([...others.map(({ raw }) => raw), written]),
    tokenizer: Buffer.from(JSON.stringify(tokenizerOf(definition))),
  };
}

/**
 * The operator returns the ids of all texts in a row, and the start of each text; these nodes compute both from a
 * batch.
 */
function readIds(ids: string, offsets: string): readonly Buffer[] {
  const { int64, int32, bool } = elementTypes;
  const node = (operator: string, [output, ...inputs]: readonly string[], attributes = {}) =>
    writeNode(operator, { inputs, output: output ?? '', attributes });
  return [
    writeWholes('lectern/flat', [-1], [1]),
    writeWholes('lectern/none', [0], [1]),
    writeWholes('lectern/axis', [0], []),
    node('Reshape', ['lectern/ids', 'input_ids', 'lectern/flat']),
    node('Reshape', ['lectern/mask', 'attention_mask', 'lectern/flat']),
    node('Cast', ['lectern/isToken', 'lectern/mask'], { to: bool }),
    node('Compress', ['lectern/tokens', 'lectern/ids', 'lectern/isToken'], { axis: 0 }),
    node('Cast', [ids, 'lectern/tokens'], { to: int32 }),
    node('ReduceSum', ['lectern/lengths', 'attention_mask'], { axes: [1], keepdims: 0 }),
    node('CumSum', ['lectern/ends', 'lectern/lengths', 'lectern/axis']),
    node('Concat', [offsets, 'lectern/none', 'lectern/ends'], { axis: 0 }),
    ...['input_ids', 'attention_mask'].map((name) =>
      writeValue(onnx.graph.input, name, { type: int64, dims: ['batch', 'width'] }),
    ),
  ];
}

interface Definition {
  readonly pieces: readonly (readonly [text: string, score: number])[];
  readonly unknown: number;
}

function definitionOf(node: MessageMember): Definition | undefined {
  const model = [...membersOf(node.bytes)]
    .filter(({ number }) => number === onnx.node.attribute)
    .map(({ bytes }) => [...membersOf(bytes)])
    .find((fields) => fields.some(({ number, bytes }) => number === onnx.attribute.name && String(bytes) === 'model'))
    ?.find(({ number }) => number === onnx.attribute.bytes)?.bytes;
  if (!model) return undefined;
  const pieces = [...membersOf(model)].filter(({ number }) => number === 1).map(({ bytes }) => [...membersOf(bytes)]);
  return {
    pieces: pieces.map((fields) => {
      const of = (wanted: number) => fields.find(({ number }) => number === wanted)?.bytes;
      return [String(of(1) ?? ''), of(2)?.readFloatLE(0) ?? 0];
    }),
    unknown: pieces.findIndex((fields) => fields.some(({ number, whole }) => number === 3 && whole === UNKNOWN_KIND)),
  };
}

/** SentencePiece's default normalisation: NFKC, spaces merged and made visible, one before the first word. */
function tokenizerOf({ pieces, unknown }: Definition): object {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'Precompiled', precompiled_charsmap: null },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
        { type: 'Strip', strip_left: true, strip_right: true },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false },
    post_processor: null,
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false },
    model: { type: 'Unigram', unk_id: unknown, byte_fallback: false, vocab: pieces },
  };
}

/** Removes constants that only the operator used. */
function withoutUnused(parts: readonly MessageMember[]): readonly MessageMember[] {
  const nodes = parts.filter(({ number }) => number === onnx.graph.node);
  const read = new Set(nodes.flatMap((node) => memberTexts(node, onnx.node.input)));
  return parts.filter((part) => {
    const [name = ''] = part.number === onnx.graph.initializer ? memberTexts(part, onnx.initializer.name) : [];
    return name === '' || read.has(name);
  });
}

function operatorOf(node: MessageMember): string | undefined {
  return memberTexts(node, onnx.node.operator)[0];
}

function memberTexts({ bytes }: MessageMember, wanted: number): readonly string[] {
  return [...membersOf(bytes)].filter(({ number }) => number === wanted).map((field) => String(field.bytes));
}

function isOfDomain({ number, bytes }: MessageMember): boolean {
  if (number !== onnx.model.opset) return false;
  return [...membersOf(bytes)].some((field) => field.number === onnx.opset.domain && String(field.bytes) === DOMAIN);
}
