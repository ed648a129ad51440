import { AppError, asUuid } from '@lectern/contracts';

/** The 32 digits of a UUID in either form, or undefined. */
function compact(id: string): string | undefined {
  return asUuid(id)?.replaceAll('-', '');
}

type Read = (id: string) => string | undefined;

/** Path parameters that are ids, how they are written inside, and what is said when they are none. */
const ids: ReadonlyMap<string, readonly [read: Read, message: string]> = new Map([
  ['kbid', [asUuid, 'KnowledgeBox not found. UUID expected.']],
  ['agent_id', [asUuid, 'Agent not found. UUID expected.']],
  ['rid', [compact, 'Resource not found. UUID expected.']],
]);

/**
 * Path parameters with ids in the one form that is used inside.
 *
 * @throws AppError `not_found` for an id that is none
 */
export function readIds(params: Readonly<Record<string, string>>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const id = ids.get(name);
    const written = id ? id[0](value) : value;
    if (written === undefined) throw new AppError('not_found', id?.[1] ?? 'Not Found');
    read[name] = written;
  }
  return read;
}
