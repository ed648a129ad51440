import { basename } from 'node:path';
import { createResource, getField, modifyResource } from '@lectern/contracts/knowledge-box';
import { type Api, RefusedError } from '../api';
import { type Destination, FILE_FIELD, hashesOf, sendFile, type SentFile, whileAway } from './send-file';
import type { FoundFile } from './walk';

const HASH_CHARS = 40;

/**
 * Sends a file that only some groups may find. The resource is created with its groups before it gets content, and is
 * named by the content: after an interruption the same file is completed, and one that the box has gets these groups.
 *
 * @throws CommandError
 */
export async function sendForGroups(
  api: Api,
  found: FoundFile,
  { groups, ...to }: Omit<Destination, 'rslug'> & { readonly groups: readonly string[] },
): Promise<SentFile> {
  const { kbid, signal } = to;
  const [sha256 = ''] = await hashesOf(found.path, ['sha256'], signal);
  const rslug = `file-${sha256.slice(0, HASH_CHARS)}`;
  const security = { access_groups: [...groups] };
  const origin = { path: found.name, filename: basename(found.name) };
  const body = { slug: rslug, title: basename(found.name), origin, security };
  try {
    await whileAway(signal, () => api.call(createResource, { params: { kbid }, body }));
  } catch (error) {
    if (!isRefused(error, 409)) throw error;
    const resource = { kbid, rslug };
    await whileAway(signal, () => api.call(modifyResource, { params: resource, body: { security } }));
    const field = { ...resource, field_type: 'file' as const, field_id: FILE_FIELD };
    const has = await whileAway(signal, () => hasFile(api, field));
    if (has) return { sha256, file: found, wasThere: true };
  }
  return sendFile(api, found, { ...to, rslug });
}

type FileField = {
  readonly kbid: string;
  readonly rslug: string;
  readonly field_type: 'file';
  readonly field_id: string;
};

async function hasFile(api: Api, params: FileField): Promise<boolean> {
  try {
    await api.document(getField, { params, query: { show: ['value'] } });
    return true;
  } catch (error) {
    if (isRefused(error, 404)) return false;
    throw error;
  }
}

function isRefused(error: unknown, status: number): boolean {
  return error instanceof RefusedError && error.status === status;
}
