import type { KeyRule, Rule } from './node';

/** Bounds of a JSON value of any shape. */
export interface JsonBounds {
  /** Levels of lists and objects. */
  readonly depthMax: number;
  /** Characters of the JSON text; unbounded when absent. */
  readonly charsMax?: number;
}

/** A rule for values of any shape: how deep they may be nested, and how long their JSON may be. */
export function jsonWithin({ depthMax, charsMax = Infinity }: JsonBounds): Rule {
  return (value) => {
    if (isDeeper(value, depthMax)) return `nested more than ${depthMax} levels deep`;
    if (charsMax === Infinity || JSON.stringify(value).length <= charsMax) return undefined;
    return `longer than ${charsMax} characters of JSON`;
  };
}

/** A rule for the keys of a dictionary. */
export const keyWithin =
  (charsMax: number): KeyRule =>
  (key) =>
    key.length > charsMax ? `a key has at most ${charsMax} characters` : undefined;

function isDeeper(value: unknown, levelsLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levelsLeft === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levelsLeft - 1));
}
