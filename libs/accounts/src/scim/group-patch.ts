import {
  canonicalValue,
  GROUP_NAME_CHARS_MAX,
  groupAttributes,
  scimError,
  type ScimGroupPayload,
  type ScimPatch,
  wholeGroup,
} from '@lectern/contracts/accounts';
import { asUuid, memberNamed } from '@lectern/contracts/core';
import type { Filter } from 'scim2-parse-filter';
import type { GroupChange } from '../group/group-change';
import { readLongPatch, type ReadOperation } from './scim-patch';

const TEXT_CHARS_MAX = 256;
const [, membersAttribute] = groupAttributes;

/** A whole group. @throws AppError `bad_request` */
export function wholeChange({ displayName, externalId, members = [] }: ScimGroupPayload): GroupChange {
  return {
    name: displayNameOf(displayName),
    externalId: externalId ?? null,
    replacesMembers: true,
    members: new Map(members.map((one) => [personId(one), true])),
  };
}

/**
 * Changes one after the other: of several that name a person the last one counts.
 *
 * @throws AppError `bad_request`
 */
export async function groupChange(patch: ScimPatch): Promise<GroupChange> {
  let change: GroupChange = { replacesMembers: false, members: new Map() };
  const members = new Map<string, boolean>();
  for (const operation of await readLongPatch(patch, wholeGroup)) {
    const { attribute, op } = operation;
    const value = attribute.many ? operation.value : canonicalValue(operation.value, attribute);
    if (attribute.name === 'displayName') {
      if (op === 'remove') throw scimError('invalidValue', 'A group needs a displayName');
      change = { ...change, name: displayNameOf(value) };
    } else if (attribute.name === 'externalId') {
      change = { ...change, externalId: op === 'remove' || value === undefined ? null : externalIdOf(value) };
    } else if (namesEverybody(operation)) {
      members.clear();
      change = { ...change, replacesMembers: true };
      if (op === 'replace') for (const id of idsOf(value)) members.set(id, true);
    } else {
      for (const id of namedBy(operation)) members.set(id, op !== 'remove');
    }
  }
  return { ...change, members };
}

function namesEverybody({ op, filter, value }: ReadOperation): boolean {
  return filter === undefined && (op === 'replace' || (op === 'remove' && value === undefined));
}

function namedBy({ op, filter, value, part }: ReadOperation): readonly string[] {
  if (part) throw scimError('mutability', 'Members are added and removed, not changed');
  if (!filter) return op === 'remove' ? presentIdsOf(value) : idsOf(value);
  if (op !== 'remove') throw scimError('invalidPath', 'Only remove takes a filter on members');
  return idsIn(filter).flatMap((id) => asUuid(id) ?? []);
}

/** `value eq "…"`, or several of them with `or`. */
function idsIn(filter: Filter): readonly string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsIn);
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue];
  throw scimError('invalidFilter', 'Members are selected by value eq "id"');
}

function membersIn(value: unknown): readonly unknown[] {
  const given = membersAttribute ? canonicalValue(value, membersAttribute) : value;
  return Array.isArray(given) ? given : [];
}

function idsOf(value: unknown): readonly string[] {
  return membersIn(value).map(personId);
}

/** Who is not there need not be removed. */
function presentIdsOf(value: unknown): readonly string[] {
  return membersIn(value).flatMap((one) => asUuid(String(memberNamed(one, 'value'))) ?? []);
}

function personId(member: unknown): string {
  const type = memberNamed(member, 'type');
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw scimError('invalidValue', 'Groups in groups are not supported: name the people');
  const id = asUuid(String(memberNamed(member, 'value')));
  if (id === undefined) throw noPerson(String(memberNamed(member, 'value')).slice(0, TEXT_CHARS_MAX));
  return id;
}

/** Of another account, or of none. */
function noPerson(id: string) {
  return scimError('invalidValue', `The account has no person with the id ${id}`);
}

function displayNameOf(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '' || [...name].length > GROUP_NAME_CHARS_MAX || name.includes('\0'))
    throw scimError('invalidValue', `displayName is a text of 1 to ${GROUP_NAME_CHARS_MAX} characters`);
  return name;
}

function externalIdOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= TEXT_CHARS_MAX && !value.includes('\0')) return value;
  throw scimError('invalidValue', `externalId is a text of at most ${TEXT_CHARS_MAX} characters`);
}
