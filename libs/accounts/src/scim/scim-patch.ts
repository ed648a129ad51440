import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  attributeNamed,
  canonicalValue,
  type ScimAttribute,
  scimError,
  type ScimOperation,
  type ScimPatch,
  scimSchema,
} from '@lectern/contracts/accounts';
import { isObject } from '@lectern/contracts/core';
import { type Filter, filter as tester } from 'scim2-parse-filter';
import { readFilter } from './scim-filter';
import { attributePath } from './scim-path';

/** A resource that is being changed. */
export type PatchedResource = Record<string, unknown>;

/** One change, as it is applied. */
export interface ReadOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly attribute: ScimAttribute;
  readonly part?: ScimAttribute;
  /** Which values of a list it is about. */
  readonly filter?: Filter;
  readonly value?: unknown;
}

/** Some milliseconds of work. */
const OPERATIONS_PER_TURN = 250;

/** `emails[type eq "work"].value`: an attribute, which of its values, and a part of them. */
const PATH = /^(?<name>[^[\]]+)(?:\[(?<filter>[^]*)\](?:\.(?<part>[\w$-]+))?)?$/;

/**
 * Reads changes: operations in any case, and those without a path as one for each member of their value. Of these,
 * unknown members and those that clients cannot write are left out, as in a whole resource.
 *
 * @throws AppError `bad_request`
 */
export function readPatch(patch: ScimPatch, attributes: readonly ScimAttribute[]): readonly ReadOperation[] {
  checkSchemas(patch);
  return patch.Operations.flatMap((operation) => readOperation(operation, attributes));
}

/** The same for many changes: others get their turn. */
export async function readLongPatch(
  patch: ScimPatch,
  attributes: readonly ScimAttribute[],
): Promise<readonly ReadOperation[]> {
  checkSchemas(patch);
  const { Operations } = patch;
  const read: ReadOperation[] = [];
  for (let at = 0; at < Operations.length; at += OPERATIONS_PER_TURN) {
    if (at > 0) await yieldToOthers();
    const some = Operations.slice(at, at + OPERATIONS_PER_TURN);
    read.push(...some.flatMap((operation) => readOperation(operation, attributes)));
  }
  return read;
}

function checkSchemas({ schemas }: ScimPatch): void {
  if (schemas && !schemas.includes(scimSchema.patch))
    throw scimError('invalidSyntax', `schemas must be ["${scimSchema.patch}"]`);
}

function readOperation(
  { op: written, path, value }: ScimOperation,
  attributes: readonly ScimAttribute[],
): readonly ReadOperation[] {
  const op = written.toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw scimError('invalidSyntax', `op must be add, replace or remove, and is ${written}`);
  if (path !== undefined && path !== null && path !== '') {
    const read = readTarget(path, attributes);
    if (!read) throw scimError('invalidPath', `path names no known attribute: ${path}`);
    if (read.attribute.readOnly) throw scimError('mutability', `${read.attribute.name} cannot be changed`);
    if (value === undefined && op === 'add') throw scimError('invalidValue', `add of ${path} needs a value`);
    return [{ op, ...read, value }];
  }
  if (op === 'remove') throw scimError('noTarget', 'remove needs a path');
  if (!isObject(value)) throw scimError('invalidValue', `${op} without a path needs an object as value`);
  return Object.entries(value).flatMap(([name, one]) => {
    const read = readTarget(name, attributes);
    return read && !read.attribute.readOnly ? [{ op, ...read, value: one ?? undefined }] : [];
  });
}

/** @throws AppError `bad_request` (`invalidFilter`) */
function readTarget(
  path: string,
  attributes: readonly ScimAttribute[],
): Pick<ReadOperation, 'attribute' | 'part' | 'filter'> | undefined {
  const { name = '', filter, part } = PATH.exec(path)?.groups ?? {};
  const found = attributePath(name, attributes);
  if (!found || filter === undefined) return found;
  const inner = part === undefined ? undefined : attributeNamed(found.attribute.parts ?? [], part);
  if (found.part || !found.attribute.many || (part !== undefined && !inner)) return undefined;
  return { attribute: found.attribute, part: inner, filter: readFilter(filter) };
}

/**
 * Pure. The resource after all changes.
 *
 * @throws AppError `bad_request`
 */
export function patched(resource: PatchedResource, operations: readonly ReadOperation[]): PatchedResource {
  const changed = structuredClone(resource);
  for (const operation of operations) apply(changed, operation);
  return changed;
}

function apply(resource: PatchedResource, operation: ReadOperation): void {
  const { attribute, part, filter } = operation;
  if (filter) return applyToValues(resource, operation, filter);
  if (!part) return set(resource, operation, attribute);
  if (!attribute.many) {
    const own = resource[attribute.name];
    const inner: PatchedResource = isObject(own) ? { ...own } : {};
    set(inner, operation, part);
    return assign(resource, attribute.name, Object.keys(inner).length === 0 ? undefined : inner);
  }
  const values = listOf(resource[attribute.name]);
  for (const value of values) set(value, operation, part);
  assign(resource, attribute.name, values);
}

/** Those values of a list that a filter selects. One that is to be set, and is not there, is added. */
function applyToValues(resource: PatchedResource, operation: ReadOperation, filter: Filter): void {
  const { attribute, part, op, value } = operation;
  const values = listOf(resource[attribute.name]);
  const isSelected = tester(withFlags(filter, attribute));
  const selected = values.filter((one) => isSelected(one));
  if (op === 'remove' || value === undefined) {
    if (part) for (const one of selected) delete one[part.name];
    return assign(resource, attribute.name, part ? values : values.filter((one) => !selected.includes(one)));
  }
  if (selected.length === 0) {
    const made = impliedBy(filter, attribute);
    if (!made) throw scimError('noTarget', `No value of ${attribute.name} fits the filter of the path`);
    values.push(made);
    selected.push(made);
  }
  for (const one of selected) {
    if (part) set(one, operation, part);
    else Object.assign(one, canonicalValue(value, { ...attribute, many: undefined }));
  }
  assign(resource, attribute.name, values);
}

function set(target: PatchedResource, { op, value }: ReadOperation, attribute: ScimAttribute): void {
  const { name, many, type } = attribute;
  if (op === 'remove' || value === undefined || value === null) {
    return assign(target, name, many && value !== undefined ? withoutValues(listOf(target[name]), value) : undefined);
  }
  const given = canonicalValue(value, attribute);
  if (op === 'add' && many) return assign(target, name, merged(listOf(target[name]), listOf(given)));
  const own = target[name];
  // Members of a complex attribute that are not named stay (RFC 7644, section 3.5.2.3).
  const isMerged = type === 'complex' && !many && isObject(own) && isObject(given);
  assign(target, name, isMerged ? { ...own, ...given } : given);
}

/** Own members only: names come from the table of attributes. */
function assign(target: PatchedResource, name: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) delete target[name];
  else target[name] = value;
}

function listOf(value: unknown): PatchedResource[] {
  const values: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return values.map((one) => (isObject(one) ? { ...one } : { value: one }));
}

function withoutValues(values: readonly PatchedResource[], removed: unknown): PatchedResource[] {
  const gone = new Set(listOf(removed).map((one) => JSON.stringify(one['value'] ?? one)));
  return values.filter((one) => !gone.has(JSON.stringify(one['value'] ?? one)));
}

/** A value that is there already is not added again; of several primary ones the last counts. */
function merged(values: readonly PatchedResource[], added: readonly PatchedResource[]): PatchedResource[] {
  const key = ({ value, type }: PatchedResource) => JSON.stringify([value, type]);
  const given = new Map(added.map((one) => [key(one), one]));
  const hasPrimary = added.some(({ primary }) => primary === true);
  const kept = values.filter((one) => one['value'] === undefined || !given.has(key(one)));
  const present = hasPrimary ? kept.map(({ primary: _, ...one }) => one) : kept;
  return [...present, ...given.values()];
}

/** What a new value must be so that the filter selects it: only equalities say that. */
function impliedBy(filter: Filter, attribute: ScimAttribute): PatchedResource | undefined {
  if (filter.op === 'and') {
    const parts = filter.filters.map((one) => impliedBy(one, attribute));
    return parts.every((one) => one !== undefined) ? Object.assign({}, ...parts) : undefined;
  }
  if (filter.op !== 'eq') return undefined;
  const part = attributeNamed(attribute.parts ?? [], filter.attrPath);
  return part && { [part.name]: canonicalValue(filter.compValue, part) };
}

/** `primary eq "True"` is how some clients write true. */
function withFlags(filter: Filter, attribute: ScimAttribute): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => withFlags(one, attribute)) };
  if (filter.op === 'not') return { ...filter, filter: withFlags(filter.filter, attribute) };
  if (filter.op === 'pr' || filter.op === '[]') return filter;
  const part = attributeNamed(attribute.parts ?? [], filter.attrPath);
  if (part?.type !== 'boolean') return filter;
  const value = canonicalValue(filter.compValue, part);
  return typeof value === 'boolean' ? { ...filter, compValue: value } : filter;
}
