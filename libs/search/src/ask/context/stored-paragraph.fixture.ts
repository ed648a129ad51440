import type { StoredParagraph } from '@lectern/contracts/core';

/** A paragraph with this id. */
export function storedParagraph(id: string, members: Partial<StoredParagraph> = {}): StoredParagraph {
  const parts = id.split('/');
  const [start, end] = (parts.at(-1) ?? '').split('-').map(Number);
  return {
    id,
    rid: parts[0] ?? '',
    field: `${parts[1]}/${parts[2]}`,
    text: `text of ${id}`,
    language: 'en',
    kind: 'TEXT',
    labels: [],
    index: 0,
    start: start ?? 0,
    end: end ?? 0,
    page: 0,
    resourceLabels: [],
    resourceTitle: 'Tides',
    ...members,
  };
}
