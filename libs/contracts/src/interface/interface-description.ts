import type { Comments, JsonSchema } from '../validation/json-schema';
import generated from './interface-description.generated.json';

/** What types and comments say of the interface, and decorators do not. */
export interface InterfaceDescription {
  /** Schemas of answers and of what they consist of, by name of the type. */
  readonly answers: Readonly<Record<string, JsonSchema>>;
  /** What doc comments say of what requests consist of. */
  readonly comments: Comments;
  /** By name of the operation. */
  readonly operations: Readonly<Record<string, string>>;
}

/** As `npm run docs` read it from the sources of this version. */
export const interfaceDescription: InterfaceDescription = generated;
