/** The page that is meant; undefined when there is none of that number. */
export function pageNumber(wanted: 'first' | 'last' | number, pages: number): number | undefined {
  if (wanted === 'first') return 1;
  if (wanted === 'last') return pages;
  return wanted >= 1 && wanted <= pages ? wanted : undefined;
}
