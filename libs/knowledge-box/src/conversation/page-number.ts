/** The requested page; undefined if it does not exist. */
export function pageNumber(wanted: 'first' | 'last' | number, pages: number): number | undefined {
  if (wanted === 'first') return 1;
  if (wanted === 'last') return pages;
  return wanted >= 1 && wanted <= pages ? wanted : undefined;
}
