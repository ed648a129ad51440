import { floatMemberOf, memberOf, messageMemberOf } from '@lectern/contracts/messages';

/** Field numbers of ONNX messages that are read or written here. */
export const onnx = {
  model: { graph: 7, opset: 8 },
  opset: { domain: 1 },
  graph: { node: 1, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 },
  attribute: { name: 1, bytes: 4 },
  initializer: { name: 8 },
} as const;

/** Numbers of the element types of tensors. */
export const elementTypes = { float: 1, int8: 3, int32: 6, int64: 7, bool: 9, uint4: 21 } as const;
const attributeTypes = { float: 1, whole: 2, wholes: 7 } as const;

/** Integers, or one number that need not be an integer. */
type Attribute = number | readonly number[] | { readonly float: number };

interface NodeParts {
  readonly inputs: readonly string[];
  /** Several names if the operator has several outputs. */
  readonly output: string | readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Domain of an operator that is not part of ONNX itself. */
  readonly domain?: string;
}

/** Writes a node as a field of its graph. */
export function writeNode(operator: string, { inputs, output, attributes = {}, domain }: NodeParts): Buffer {
  const outputs = typeof output === 'string' ? [output] : output;
  return messageMemberOf(onnx.graph.node, [
    ...inputs.map((name) => memberOf(onnx.node.input, name)),
    ...outputs.map((name) => memberOf(onnx.node.output, name)),
    memberOf(onnx.node.operator, operator),
    ...Object.entries(attributes).map(([name, value]) => writeAttribute(name, value)),
    ...(domain === undefined ? [] : [memberOf(onnx.node.domain, domain)]),
  ]);
}

function writeAttribute(name: string, value: Attribute): Buffer {
  const type = (kind: number) => memberOf(20, kind);
  const parts = () => {
    if (typeof value === 'number') return [memberOf(3, value), type(attributeTypes.whole)];
    if ('float' in value) return [floatMemberOf(2, value.float), type(attributeTypes.float)];
    return [...value.map((one) => memberOf(8, one)), type(attributeTypes.wholes)];
  };
  return messageMemberOf(onnx.node.attribute, [memberOf(onnx.attribute.name, name), ...parts()]);
}

/** Writes an input or output as a field of its graph. A dimension is a number, or a name if it varies. */
export function writeValue(
  field: number,
  name: string,
  { type, dims }: { readonly type: number; readonly dims: readonly (string | number)[] },
): Buffer {
  const shape = dims.map((dim) => messageMemberOf(1, [typeof dim === 'number' ? memberOf(1, dim) : memberOf(2, dim)]));
  const tensor = messageMemberOf(1, [memberOf(1, type), messageMemberOf(2, shape)]);
  return messageMemberOf(field, [memberOf(1, name), messageMemberOf(2, [tensor])]);
}

/** Writes a constant as a field of its graph; a scalar when `dims` is empty. */
export function writeTensor(
  name: string,
  { type, dims, raw }: { readonly type: number; readonly dims: readonly number[]; readonly raw: Buffer },
): Buffer {
  const shape = dims.map((dim) => memberOf(1, dim));
  return messageMemberOf(onnx.graph.initializer, [
    ...shape,
    memberOf(2, type),
    memberOf(onnx.initializer.name, name),
    memberOf(9, raw),
  ]);
}

/** The same for integers. */
export function writeWholes(name: string, values: readonly number[], dims: readonly number[]): Buffer {
  const raw = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => raw.writeBigInt64LE(BigInt(value), index * 8));
  return writeTensor(name, { type: elementTypes.int64, dims, raw });
}
