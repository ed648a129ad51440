import { noteClone } from './clones';
import { refuseTooDeep, refuseTooLarge } from './limits';
import { messageSize } from './value-size';

/**
 * A value for the other side of a bus within one process. It is the same value, since neither side changes what it has
 * handed over or was given; only what holds typed arrays, maps or sets is copied, since their owners reuse them.
 *
 * @param freezes makes each change of it throw, wherever it is made
 * @throws AppError `too_large`; `invalid_request` when it is nested too deeply
 */
export function handedOver<T>(value: T, what: string, freezes: boolean): T {
  return refuseTooDeep(what, () => {
    const { bytes, canChange } = messageSize(value);
    refuseTooLarge(bytes, what);
    if (canChange) noteClone(bytes);
    const handed = canChange ? structuredClone(value) : value;
    if (freezes) freeze(handed);
    return handed;
  });
}

const frozen = new WeakSet<object>();

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || frozen.has(value)) return;
  frozen.add(Object.freeze(value));
  for (const member of value instanceof Map || value instanceof Set ? value.values() : Object.values(value))
    freeze(member);
}
