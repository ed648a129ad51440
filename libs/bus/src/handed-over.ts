import { noteClone } from './clones';
import { refuseTooDeep, refuseTooLarge } from './limits';
import { messageSize } from './value-size';

/**
 * A value for the other side of a bus within one process. It is the same object, because neither side may change it
 * after the call. Only values with typed arrays, maps or sets are copied, because their owners reuse those.
 *
 * @param freezes makes any later change of the value throw, on either side
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
