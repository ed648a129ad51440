/** A resource as the table has it. */
export const resource = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  icon: 'application/pdf',
  created: '2026-01-01T12:00:00',
  modified: '2026-01-02T12:00:00',
  hidden: false,
  metadata: { status: 'PROCESSED' },
  usermetadata: { classifications: [] },
  ...more,
});
type Listed = ReturnType<typeof resource>;

/** A page of the table. */
export function catalogOf(resources: readonly Listed[], total = resources.length) {
  const byId = Object.fromEntries(resources.map((each) => [each.id, each]));
  const fulltext = { results: resources.map(({ id }) => ({ rid: id })), facets: {}, total };
  return { resources: byId, fulltext };
}
