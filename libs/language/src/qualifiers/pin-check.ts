import type { Pin } from './pin';

/** `Art. 5` is article 5. */
const ABBREVIATION_CHARACTERS = 3;
const CODE = /^(\p{L}{1,4})\d/u;

/** Whether the evidence has the value of a pin, a different value of the same kind, or neither. */
export type PinVerdict = 'said' | 'contradicted' | 'absent';

/** Pins of a piece of evidence. */
export interface PinnedEvidence {
  /** Pins of the statement itself, then of its context: headings, columns, the title. */
  readonly layers: readonly (readonly Pin[])[];
  /** Pins of the statements before it in its passage, nearest first. */
  readonly before: readonly (readonly Pin[])[];
  /** Pins of the rest of its passage. */
  readonly after: readonly Pin[];
}

/** Searches the evidence for a pin of a question, nearest first: the first place with a value of its kind decides. */
export function verdictOn(pin: Pin, { layers, before, after }: PinnedEvidence): PinVerdict {
  for (const pins of [layers.flat(), ...before]) {
    const verdict = verdictIn(pin, pins);
    if (verdict !== 'absent') return verdict;
  }
  return after.some((other) => isSame(pin, other) && !isOfElse(pin, other)) ? 'said' : 'absent';
}

/** Whether some pins have the value of a pin, a different value of the same kind, or neither. */
export function verdictIn(pin: Pin, pins: readonly Pin[]): PinVerdict {
  const same = pins.filter((other) => isSame(pin, other));
  if (same.some((other) => ofSameThing(pin, other))) return 'said';
  if (pins.some((other) => isOther(pin, other))) return 'contradicted';
  return same.some((other) => other.isFirm && !isOfElse(pin, other)) ? 'said' : 'absent';
}

/** Whether two equal numbers identify different things: `hall 4` and `clause 4`, `C1` and `A1`. */
function isOfElse({ of, form }: Pin, other: Pin): boolean {
  const [letters, otherLetters] = [codeLetters(form), codeLetters(other.form)];
  if (letters !== undefined && otherLetters !== undefined) return letters !== otherLetters;
  if (of === undefined || other.of === undefined) return false;
  const [short, long] = of.length < other.of.length ? [of, other.of] : [other.of, of];
  return !long.startsWith(short.slice(0, ABBREVIATION_CHARACTERS));
}

/** The letters of a code such as `P200`; a version has none: `v2` is `2`. */
function codeLetters(form: string): string | undefined {
  const [, letters] = CODE.exec(form) ?? [];
  return letters === 'v' ? undefined : letters;
}

function isSame(pin: Pin, other: Pin): boolean {
  return pin.value === other.value && (pin.kind === other.kind || (isCount(pin) && isCount(other)));
}

/** Of the same kind with a different value; for numbers and letters only if they refer to the same thing. */
function isOther(pin: Pin, other: Pin): boolean {
  if (pin.kind !== 'number' && pin.kind !== 'letter') return pin.kind === other.kind && pin.value !== other.value;
  const isLike = isCount(other) || other.kind === 'letter';
  return isLike && pin.value !== other.value && pin.heads.some((head) => other.heads.includes(head));
}

function ofSameThing(pin: Pin, other: Pin): boolean {
  return (
    !isCount(pin) || pin.kind === 'year' || pin.heads.length === 0 || pin.heads.some((one) => other.heads.includes(one))
  );
}

function isCount({ kind }: Pin): boolean {
  return kind === 'number' || kind === 'year';
}
