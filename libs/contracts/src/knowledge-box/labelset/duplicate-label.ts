/** What is wrong with labels of which two have the same title, whatever the case of its letters. */
export function duplicateLabelProblem(labels: readonly { readonly title: string }[]): string | undefined {
  const seen = new Set<string>();
  for (const { title } of labels) {
    const folded = title.toLowerCase();
    if (seen.has(folded)) return `Duplicated labels are not allowed: ${title}`;
    seen.add(folded);
  }
  return undefined;
}
