import {
  ANONYMOUS_BODY_NODES_MAX,
  type AnySocket,
  type AnySocketCall,
  AppError,
  BODY_DEPTH_MAX,
  invalidRequest,
  JsonStructure,
  type SaidMessage,
  type SocketStop,
  type WireNames,
} from '@lectern/contracts/core';
import type { RawData } from 'ws';
import { parseJson } from '../body/json-body';

const NO_OBJECT = {
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
const NO_KIND = { type: 'value_error', loc: ['body'], msg: 'This socket takes no message with these members' };
const NO_TYPE = { type: 'missing', loc: ['body', 'type'], msg: 'A message is an object with a type' };
const KIND_CHARS_MAX = 100;

/** @throws AppError `invalid_request`, `too_large` */
export function parseSaid(data: RawData, { kindOf }: Pick<AnySocket, 'kindOf'>, names: WireNames): SaidMessage {
  if (!Buffer.isBuffer(data)) throw new Error('Messages arrive as buffers');
  const structure = new JsonStructure({ nodesMax: ANONYMOUS_BODY_NODES_MAX, depthMax: BODY_DEPTH_MAX });
  if (structure.add(data)) throw new AppError('too_large', 'The JSON of the message has too many parts or levels');
  const message = names.readJson(parseJson(data.toString('utf8')));
  if (!(message instanceof Object) || Array.isArray(message)) throw invalidRequest([kindOf ? NO_OBJECT : NO_TYPE]);
  const kind: unknown = kindOf ? kindOf(message) : Reflect.get(message, 'type');
  if (typeof kind !== 'string') throw invalidRequest([kindOf ? NO_KIND : NO_TYPE]);
  return { kind, message };
}

/** Undefined for messages that call operations, and for those that the socket does not take. */
export function stopOf({ messages }: AnySocket, kind: string): SocketStop | undefined {
  const { [kind]: handling } = messages;
  return handling && Object.hasOwn(messages, kind) && 'stops' in handling ? handling : undefined;
}

/** @throws AppError `invalid_request` */
export function callOf({ messages, kindOf }: AnySocket, kind: string): AnySocketCall {
  const { [kind]: handling } = messages;
  if (handling && Object.hasOwn(messages, kind) && !('stops' in handling)) return handling;
  const named = `Unknown type of message ${JSON.stringify(kind.slice(0, KIND_CHARS_MAX))}`;
  const msg = `${named}; known: ${Object.keys(messages).join(', ')}`;
  throw invalidRequest([kindOf ? NO_KIND : { type: 'enum', loc: ['body', 'type'], msg }]);
}
