/**
 * How often a right case has a higher score than a wrong one, equal scores counting half: the area under the ROC
 * curve. .5 is chance, 1 is perfect.
 */
export function separation(right: readonly number[], wrong: readonly number[]): number {
  const levels = [...new Set([...right, ...wrong])].sort((a, b) => a - b);
  const count = (values: readonly number[], level: number) => values.filter((value) => value === level).length;
  let [below, sum] = [0, 0];
  for (const level of levels) {
    const wrongHere = count(wrong, level);
    sum += count(right, level) * (below + wrongHere / 2);
    below += wrongHere;
  }
  return sum / (right.length * wrong.length);
}
