import type { Comments, JsonSchema } from '../validation/json-schema';
import generated from './interface-description.generated.json';

/** The part of the description of the interface that comes from types and comments, not from decorators. */
export interface InterfaceDescription {
  /** Schemas of answers and of what they consist of, by name of the type. */
  readonly answers: Readonly<Record<string, JsonSchema>>;
  /** Doc comments of what requests consist of. */
  readonly comments: Comments;
  /** Doc comments of operations, by name of the operation. */
  readonly operations: Readonly<Record<string, string>>;
}

/** As `npm run docs` read it from the sources of this version. */
export const interfaceDescription: InterfaceDescription = generated;
