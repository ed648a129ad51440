/** Order of texts by their UTF-16 units: the same in every process and language, unlike `localeCompare`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
