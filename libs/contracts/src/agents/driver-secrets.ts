import type { Constructor } from '../core/input';

type Members = WeakMap<object, string[]>;

const secrets: Members = new WeakMap();
const addresses: Members = new WeakMap();
const wholes: Members = new WeakMap();

/** A member that is stored sealed and never shown. */
export const IsSecret = (): PropertyDecorator => note(secrets);

/** A member that says where a driver connects to: no other address than this gets the secrets given with it. */
export const IsAddress = (): PropertyDecorator => note(addresses);

/** An object that a change replaces whole; objects of other members are merged. */
export const IsWhole = (): PropertyDecorator => note(wholes);

/** Names of the members of a class that are secrets. */
export function secretsOf(type: Constructor): readonly string[] {
  return noted(secrets, type);
}

/** Names of the members of a class that are addresses. */
export function addressesOf(type: Constructor): readonly string[] {
  return noted(addresses, type);
}

/** Names of the members of a class that a change replaces whole. */
export function wholesOf(type: Constructor): readonly string[] {
  return noted(wholes, type);
}

function note(members: Members): PropertyDecorator {
  return (target, name) => void members.set(target, [...(members.get(target) ?? []), String(name)]);
}

/** Of the class and of those that it extends. */
function noted(members: Members, { prototype }: Constructor): readonly string[] {
  const names: string[] = [];
  for (let one: unknown = prototype; typeof one === 'object' && one !== null; one = Object.getPrototypeOf(one)) {
    names.push(...(members.get(one) ?? []));
  }
  return names;
}
