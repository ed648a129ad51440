import { answerMessages } from '@lectern/workers';
import { LRUCache } from 'lru-cache';
import { type AnswerSchema, answerSchema, SchemaError } from './answer-schema';

const SCHEMAS_MAX = 50;

/** Request to a thread: whether a schema is valid, or whether a value conforms to it. */
export interface SchemaRequest {
  readonly hash: string;
  readonly schema: object;
  /** When present, the value is checked. */
  readonly object?: { readonly value: unknown };
}

/** The error, if any. */
export interface SchemaVerdict {
  readonly problem?: string;
}

const schemas = new LRUCache<string, AnswerSchema>({ max: SCHEMAS_MAX });

// Loads the code before the first request, whose time is limited.
answerSchema({});

answerMessages(({ hash, schema, object }: SchemaRequest): SchemaVerdict => {
  try {
    const read = schemas.get(hash) ?? answerSchema(schema);
    schemas.set(hash, read);
    return object ? { problem: read.problemOf(object.value) } : {};
  } catch (error) {
    if (error instanceof SchemaError) return { problem: error.message };
    throw error;
  }
});
