import { type AnyOperation, isGranted, type Policy, type Role, throughDoor } from '@lectern/contracts/core';
import {
  addVectorset,
  createKvSchema,
  createResource,
  createSearchConfiguration,
  modifyAccountKnowledgeBox,
  putLabelset,
  putSynonyms,
} from '@lectern/contracts/knowledge-box';
import { createEvaluationSet } from '@lectern/contracts/search';
import { addExtractStrategy } from '@lectern/contracts/understanding';

const addKnowledgeBoxExtractStrategy = throughDoor(addExtractStrategy, 'understanding.extract-strategy.add-for-box');

/** The operation that stores one kind of record, and the name of these records for users. */
export interface RecordOwner {
  readonly operation: AnyOperation & { readonly policy?: Policy };
  readonly called: string;
}

const resources: RecordOwner = { operation: createResource, called: 'Resources' };

/**
 * The operation that would store each kind of record: an import stores only records for which its caller may call that
 * operation. Null for records that only structure the file.
 */
export const recordOwners = {
  LRN: null,
  SUM: null,
  END: null,
  SET: { operation: modifyAccountKnowledgeBox, called: 'Settings' },
  LAB: { operation: putLabelset, called: 'Labelsets' },
  SYN: { operation: putSynonyms, called: 'Synonyms' },
  REN: { operation: createResource, called: 'Names of entities' },
  KVS: { operation: createKvSchema, called: 'Key-value schemas' },
  CFG: { operation: createSearchConfiguration, called: 'Search configurations' },
  STR: { operation: addKnowledgeBoxExtractStrategy, called: 'Strategies' },
  EVA: { operation: createEvaluationSet, called: 'Sets of questions' },
  BIN: resources,
  DAT: resources,
  RES: resources,
  GEN: resources,
  FLD: resources,
  MSG: resources,
  EXT: resources,
  TXT: resources,
  PAR: resources,
  VEC: resources,
} as const satisfies Readonly<Record<string, RecordOwner | null>>;

export type RecordType = keyof typeof recordOwners;

/** Types of documents of a box. */
export type DocumentType = 'SET' | 'LAB' | 'SYN' | 'REN' | 'KVS' | 'CFG' | 'STR' | 'EVA';

/** Models with vectors in the file become vectorsets of the box. */
export const vectorsetOwner: RecordOwner = { operation: addVectorset, called: 'Vectors' };

/** @returns a text for users about the skipped records, if these roles do not allow them */
export function whyLeftOut({ operation: { policy, summary }, called }: RecordOwner, roles: readonly Role[]) {
  if (policy && isGranted(policy, roles)) return undefined;
  const needed = [policy?.role ?? 'ROOT'].flat().join(' or ');
  return `${called} are left out: who imports lacks the role ${needed} (${summary}).`;
}
