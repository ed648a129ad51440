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
import { addExtractStrategy } from '@lectern/contracts/understanding';

const addKnowledgeBoxExtractStrategy = throughDoor(addExtractStrategy, 'understanding.extract-strategy.add-for-box');

/** The operation that stores one kind of record by a request, and how people call the records. */
export interface RecordOwner {
  readonly operation: AnyOperation & { readonly policy?: Policy };
  readonly called: string;
}

const resources: RecordOwner = { operation: createResource, called: 'Resources' };

/**
 * What each kind of record of a file would take if it came by a request: an import stores only what its caller might
 * store by these operations. Null for what only gives the file its form.
 */
export const recordOwners = {
  LRN: null,
  SUM: null,
  END: null,
  SET: { operation: modifyAccountKnowledgeBox, called: 'Settings' },
  LAB: { operation: putLabelset, called: 'Labelsets' },
  SYN: { operation: putSynonyms, called: 'Synonyms' },
  KVS: { operation: createKvSchema, called: 'Key-value schemas' },
  CFG: { operation: createSearchConfiguration, called: 'Search configurations' },
  STR: { operation: addKnowledgeBoxExtractStrategy, called: 'Strategies' },
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
export type DocumentType = 'SET' | 'LAB' | 'SYN' | 'KVS' | 'CFG' | 'STR';

/** The models that a file has vectors of become vectorsets of the box. */
export const vectorsetOwner: RecordOwner = { operation: addVectorset, called: 'Vectors' };

/** @returns what is left out, for people, when these roles do not allow it */
export function whyLeftOut({ operation: { policy, summary }, called }: RecordOwner, roles: readonly Role[]) {
  if (policy && isGranted(policy, roles)) return undefined;
  const needed = [policy?.role ?? 'ROOT'].flat().join(' or ');
  return `${called} are left out: who imports lacks the role ${needed} (${summary}).`;
}
