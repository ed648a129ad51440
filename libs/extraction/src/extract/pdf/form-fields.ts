import type { Row, Segment } from './rows';
import { turned } from './runs';

/** Where something stands on a page whose lines lie flat. */
interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface FormField extends Box {
  /** Its name in the form's program, for people or internal. */
  readonly name: string;
  readonly value: string;
  readonly isButton: boolean;
  readonly isSet: boolean;
}

/** Printed labels stand at most this many points before or above their field, and beside their box. */
const BEFORE_MAX = 160;
const ABOVE_MAX = 16;
const BESIDE_MAX = 40;
const TOLERANCE = 3;
const LABEL_CHARS_MAX = 120;
/** Labels on one side of a field that are looked at, and labels of one page. */
const [NEAREST_MAX, LABELS_MAX] = [5, 3_000];
const YES = 'Yes';
const NO = 'No';

/** @param quarter the direction of the text around it, in quarter turns */
export function formFieldOf(annotation: object, quarter: number): FormField | undefined {
  const get = (name: string): unknown => Reflect.get(annotation, name);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(get('rect'));
  const type = get('fieldType');
  const isButton = type === 'Btn' && get('pushButton') !== true;
  if (!isButton && type !== 'Tx' && type !== 'Ch') return undefined;
  const value = isButton ? buttonState(get) : shownValue(get('fieldValue'), get('options'));
  if (value === undefined) return undefined;
  const [[left, bottom], [right, top]] = [turned(quarter, x1, y1), turned(quarter, x2, y2)];
  const name = [get('alternativeText'), get('fieldName')].find((one) => typeof one === 'string' && one !== '');
  return {
    name: typeof name === 'string' ? name : '',
    value,
    isButton,
    isSet: value.trim() !== '' && !(isButton && value === NO),
    left: Math.min(left, right),
    right: Math.max(left, right),
    bottom: Math.min(bottom, top),
    top: Math.max(bottom, top),
  };
}

/**
 * The fields of a form as lines, `label: value`. The label is the text printed beside or above the field; without one,
 * it is the name of the field in the form. Boxes that are not ticked count where something else is filled in.
 */
export function fieldLines(fields: readonly FormField[], rows: readonly Row[]): string[] {
  if (!fields.some(({ isSet }) => isSet)) return [];
  const segments = rows.flatMap((row) => row.segments).slice(0, LABELS_MAX);
  const lines = fields
    .filter(({ isSet, isButton }) => isSet || isButton)
    .map((field) => {
      const label = (labelOf(field, segments, fields) ?? field.name).replace(/[\s:：.…_]+$/u, '');
      return label === '' ? field.value : `${label}: ${field.value}`;
    });
  return [...new Set(lines)];
}

function labelOf(field: FormField, segments: readonly Segment[], fields: readonly FormField[]): string | undefined {
  const labels = segments.filter(({ text }) => /[\p{L}\d]/u.test(text) && text.length <= LABEL_CHARS_MAX);
  const isClear = (from: number, to: number) =>
    !fields.some((other) => other !== field && overlaps(other, field) && other.left < to && other.right > from);
  const beside = labels.filter((label) => isBeside(label, field));
  const before = nearest(beside, ({ right }) => field.left - right).find(
    ({ right }) => field.left - right <= BEFORE_MAX && isClear(right, field.left),
  );
  const after = nearest(beside, ({ left }) => left - field.right).find(
    ({ left }) => left - field.right <= BESIDE_MAX && isClear(field.right, left),
  );
  const above = nearest(
    labels.filter(({ left, right }) => left < field.right && right > field.left),
    ({ baseline }) => baseline - field.top,
  ).find(({ baseline }) => baseline - field.top <= ABOVE_MAX);
  const label = field.isButton ? (after ?? before) : (before ?? above ?? after);
  return label?.text;
}

/** Those on one side, the nearest first. */
function nearest(labels: readonly Segment[], distance: (label: Segment) => number): Segment[] {
  return labels
    .filter((label) => distance(label) >= -TOLERANCE)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST_MAX);
}

function isBeside({ baseline, size }: Segment, { bottom, top }: Box): boolean {
  return baseline + size * 0.7 > bottom && baseline < top;
}

function overlaps(one: Box, other: Box): boolean {
  return one.bottom < other.top && one.top > other.bottom;
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/** Ticked or not; of a group of buttons, the chosen one. */
function buttonState(get: (name: string) => unknown): string | undefined {
  const value = get('fieldValue');
  const isChosen = typeof value === 'string' && value !== '' && value !== 'Off';
  if (get('radioButton') === true) return isChosen && value === get('buttonValue') ? value : undefined;
  return isChosen ? YES : NO;
}

/** A choice is stored by a key, and shown by a text. */
function shownValue(value: unknown, options: unknown): string | undefined {
  const shown = (one: unknown): unknown => {
    const option: unknown = Array.isArray(options)
      ? options.find((known: unknown) => isOption(known) && known.exportValue === one)
      : undefined;
    return isOption(option) ? option.displayValue : one;
  };
  const values = (Array.isArray(value) ? value : [value]).map(shown).filter((one) => typeof one === 'string');
  return values.length === 0 ? undefined : values.join(', ');
}

function isOption(value: unknown): value is { readonly exportValue: unknown; readonly displayValue: string } {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'displayValue') === 'string';
}
