import type { Constructor } from '../core/input';

const secrets = new WeakMap<object, string[]>();
const addresses = new WeakMap<object, string[]>();

/** A member that is stored sealed and never shown. */
export const IsSecret = (): PropertyDecorator => note(secrets);

/** A member that says where a driver connects to: no other address than this gets the secrets given with it. */
export const IsAddress = (): PropertyDecorator => note(addresses);

/** Names of the members of a class that are secrets. */
export function secretsOf(type: Constructor): readonly string[] {
  return secrets.get(type.prototype) ?? [];
}

/** Names of the members of a class that are addresses. */
export function addressesOf(type: Constructor): readonly string[] {
  return addresses.get(type.prototype) ?? [];
}

function note(members: WeakMap<object, string[]>): PropertyDecorator {
  return (target, name) => void members.set(target, [...(members.get(target) ?? []), String(name)]);
}
