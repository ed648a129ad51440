import { deleteResource, modifyResource, reprocessResource, type Resource } from '@lectern/contracts/knowledge-box';
import { api } from '../../api/client';

/** Details for several resources; empty ones change nothing. */
export interface DetailsAdded {
  readonly language: string;
  readonly tags: readonly string[];
  readonly people: readonly string[];
  /** Where the originals are, and when they were made, as `<input type="datetime-local">` writes it. */
  readonly path: string;
  readonly created: string;
  /** Of the metadata of the original. */
  readonly key: string;
  readonly value: string;
}

/** Actions on resources, one by one. */
export type BulkAction =
  | { readonly kind: 'delete' | 'reprocess' | 'hide' | 'show' }
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  | { readonly kind: 'details'; readonly details: DetailsAdded }
  | { readonly kind: 'label'; readonly labelset: string; readonly label: string };

/** Calls at once. */
const PARALLEL = 4;

/** A resource with which something did not work. */
export interface BulkFailure {
  readonly rid: string;
  readonly error: unknown;
}

/** Does something with each of many things, a few at a time; what fails does not stop the others. */
export async function forEach(rids: readonly string[], act: (rid: string) => Promise<unknown>): Promise<BulkFailure[]> {
  const failures: BulkFailure[] = [];
  const left = [...rids];
  const work = async () => {
    for (let rid = left.shift(); rid !== undefined; rid = left.shift()) {
      const current = rid;
      await act(current).catch((error: unknown) => failures.push({ rid: current, error }));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return failures;
}

/** @param resource as it was read: a modification replaces labels and origin, so the present ones are sent, too */
export function apply(kbid: string, resource: Resource, action: BulkAction): Promise<unknown> {
  const params = { kbid, rid: resource.id };
  if (action.kind === 'delete') return api.call(deleteResource, { params });
  if (action.kind === 'reprocess') return api.call(reprocessResource, { params });
  if (action.kind === 'groups') {
    const body = { security: { access_groups: [...action.groups] } };
    return api.call(modifyResource, { params, body });
  }
  if (action.kind === 'details')
    return api.call(modifyResource, { params, body: withDetails(resource, action.details) });
  if (action.kind !== 'label') return api.call(modifyResource, { params, body: { hidden: action.kind === 'hide' } });
  const classifications = withLabel(resource, action);
  return api.call(modifyResource, { params, body: { usermetadata: { classifications } } });
}

/** The groups that all resources have; undefined where these differ. */
export function commonGroups(resources: readonly Resource[]): readonly string[] | undefined {
  const groups = resources.map(({ security }) => [...(security?.access_groups ?? [])].sort());
  const [first = []] = groups;
  return groups.every((own) => own.join('\n') === first.join('\n')) ? first : undefined;
}

/** The labels of a resource and one more, if it is not there. */
export function withLabel(
  resource: Resource,
  { labelset, label }: { readonly labelset: string; readonly label: string },
) {
  const present = resource.usermetadata?.classifications ?? [];
  const others = present.filter((one) => one.labelset !== labelset || one.label !== label);
  return [...others, { labelset, label, cancelled_by_user: false }];
}

/** The modification that adds details to those of a resource. */
export function withDetails({ origin }: Resource, details: DetailsAdded) {
  const { language, tags, people, path, created, key, value } = details;
  const isOrigin = tags.length + people.length > 0 || [path, created, key].some((text) => text.trim() !== '');
  return {
    ...(language.trim() !== '' && { metadata: { language: language.trim() } }),
    ...(isOrigin && {
      origin: {
        ...origin,
        tags: joined(origin?.tags, tags),
        collaborators: joined(origin?.collaborators, people),
        ...(path.trim() !== '' && { path: path.trim() }),
        ...(created !== '' && { created: new Date(created).toISOString() }),
        metadata: { ...origin?.metadata, ...(key.trim() !== '' && { [key.trim()]: value.trim() }) },
      },
    }),
  };
}

function joined(present: readonly string[] = [], added: readonly string[]): string[] {
  return [...new Set([...present, ...added])];
}
