import { type IConversionOptions, parse, type Root, type Type } from 'protobufjs';
import { PROCESSED_SCHEMA } from './processed-schema';
import { TRAINSET_SCHEMA } from './trainset-schema';

/** By package. */
const schemas = { processed: PROCESSED_SCHEMA, trainset: TRAINSET_SCHEMA } as const;
const parsed = new Map<keyof typeof schemas, Root>();

/** A type by its name, which begins with `trainset.` for those of training sets. */
function messageType(name: string): Type {
  const schema = name.startsWith('trainset.') ? 'trainset' : 'processed';
  // Each has its root: names of types would be found in the other one.
  const root = parsed.get(schema) ?? parse(schemas[schema], { keepCase: true }).root;
  parsed.set(schema, root);
  return root.lookupType(name);
}

/** A message as bytes. Members that are given are written, also when they say what their absence says. */
export function writeMessage(name: string, message: object): Uint8Array {
  const type = messageType(name);
  return type.encode(type.create(message)).finish();
}

/** Members that are zero, false or empty, which are not written. */
export function withoutDefaults<T extends object>(message: T): Partial<T> {
  // It has the members of T that are left.
  return Object.fromEntries(Object.entries(message).filter(([, value]) => Boolean(value))) as Partial<T>;
}

/**
 * A message as a plain value. Unknown members are ignored.
 *
 * @param absent what becomes of members that the message lacks: `defaults` of their types, or nothing
 * @throws Error when it is no message
 */
export function readMessage<T>(name: string, bytes: Uint8Array, absent: 'defaults' | 'absent' = 'defaults'): T {
  const type = messageType(name);
  const filled: IConversionOptions = { defaults: true, arrays: true, objects: true };
  // The schema is what says it.
  return type.toObject(type.decode(bytes), { longs: Number, ...(absent === 'defaults' && filled) }) as T;
}
