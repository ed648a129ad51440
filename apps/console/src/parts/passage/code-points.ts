/** Positions of the interface count code points, those of strings UTF-16 units: where code point `index` begins. */
export function unitOf(text: string, index: number): number {
  let unit = 0;
  for (let count = 0; count < index && unit < text.length; count++) unit += widthAt(text, unit);
  return unit;
}

/** The code points from `start` to before `end`. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  const from = unitOf(text, start);
  const rest = text.slice(from, from + 2 * Math.max(end - start, 0));
  return rest.slice(0, unitOf(rest, end - start));
}

function widthAt(text: string, unit: number): number {
  return (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
}
