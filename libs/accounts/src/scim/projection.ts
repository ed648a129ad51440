import type { ScimAttribute, ScimAttributesQuery } from '@lectern/contracts/accounts';
import { isObject } from '@lectern/contracts/core';
import { attributePath } from './scim-path';

const always = new Set(['id', 'schemas']);

/** Which attributes of a resource an answer has. */
export class Projection {
  private readonly only: ReadonlyMap<string, ReadonlySet<string> | undefined> | undefined;
  private readonly without: ReadonlyMap<string, ReadonlySet<string> | undefined>;

  constructor({ attributes, excludedAttributes = '' }: ScimAttributesQuery, known: readonly ScimAttribute[]) {
    this.only = attributes === undefined || attributes === '' ? undefined : namedIn(attributes, known);
    this.without = namedIn(excludedAttributes, known);
  }

  /** Whether an answer has the attribute, so that what is expensive need not be read. */
  has(name: string): boolean {
    if (this.only && !this.only.has(name)) return false;
    return !this.without.has(name) || this.without.get(name) !== undefined;
  }

  of<T extends object>(resource: T): T {
    const kept = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined) return [];
      if (always.has(name)) return [[name, value]];
      if (!this.has(name)) return [];
      const only = this.only?.get(name);
      const without = this.without.get(name);
      return only || without
        ? [[name, narrowed(value, (part) => only?.has(part) ?? !without?.has(part))]]
        : [[name, value]];
    });
    // Members are left out that its type declares as optional.
    return Object.fromEntries(kept) as T;
  }
}

/** Attributes with the parts that are named of them; undefined: all of the attribute. */
function namedIn(names: string, known: readonly ScimAttribute[]): ReadonlyMap<string, ReadonlySet<string> | undefined> {
  const found = new Map<string, Set<string> | undefined>();
  for (const written of names.split(',')) {
    const path = attributePath(written.trim(), known);
    if (!path) continue;
    const { attribute, part } = path;
    if (!part) found.set(attribute.name, undefined);
    else if (!found.has(attribute.name) || found.get(attribute.name))
      found.set(attribute.name, new Set([...(found.get(attribute.name) ?? []), part.name]));
  }
  return found;
}

function narrowed(value: unknown, keeps: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => narrowed(one, keeps));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name)));
}
