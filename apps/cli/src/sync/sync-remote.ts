import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createResource, deleteResource, listCatalog, modifyResource } from '@lectern/contracts/knowledge-box';
import { type Api, RefusedError } from '../api';
import { FILE_FIELD, mediaTypeOf, sendFile, whileAway } from '../content/send-file';
import { fileAt, type FoundFile } from '../content/walk';
import type { KnownFile } from './sync-state';

/** Sent with the resource that it belongs to, in one request. */
const INLINE_BYTES_MAX = 512 * 1024;
const PAGE = 100;
/** A file may change within the smallest step of the clock of its file system without another time of change. */
const RECENT_MS = 2_000;

interface Where {
  readonly kbid: string;
  /** Names the synchronised folder in the knowledge box. */
  readonly source: string;
  readonly stateFolder: string;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** The resources of a synchronised folder in the knowledge box. Every step may be repeated. */
export class SyncRemote {
  constructor(
    private readonly api: Api,
    private readonly where: Where,
  ) {}

  static newSlug(): string {
    return `sync-${randomUUID()}`;
  }

  /** Creates the resource of a file, or completes it. @returns what the box has then */
  async add(found: FoundFile, slug: string, groups: string): Promise<KnownFile> {
    const inline = found.sizeBytes <= INLINE_BYTES_MAX ? await inlineOf(found, this.where.signal) : undefined;
    const file = inline?.file ?? found;
    const body = {
      slug,
      ...this.describing({ ...file, sha256: inline?.sha256 }, groups),
      ...(inline ? { files: { [FILE_FIELD]: { file: inline.payload } } } : { title: basename(file.name) }),
    };
    try {
      await this.repeated(() => this.api.call(createResource, { params: { kbid: this.where.kbid }, body }));
      if (inline) {
        this.where.onBytes(file.sizeBytes);
        return known(file, { slug, sha256: inline.sha256, groups });
      }
    } catch (error) {
      // Created before a kill, or by a request whose answer was lost.
      if (!isStatus(error, 409)) throw error;
      await this.describe(file, slug, groups);
    }
    return this.sendContent(file, slug, groups);
  }

  /** Who may find it comes first, so that nobody finds content that they may not. */
  async change(file: FoundFile, { slug, groups: before }: KnownFile, groups: string): Promise<KnownFile> {
    try {
      if (groups !== before) await this.describe(file, slug, groups);
      return await this.sendContent(file, slug, groups);
    } catch (error) {
      // Somebody deleted the resource.
      if (isStatus(error, 404)) return this.add(file, slug, groups);
      throw error;
    }
  }

  /** Path and groups, not the content. */
  async describe(file: FoundFile & { readonly sha256?: string | null }, slug: string, groups: string): Promise<void> {
    const params = { kbid: this.where.kbid, rslug: slug };
    const security = { access_groups: groupList(groups) };
    const body = { ...this.describing(file, groups), security };
    await this.repeated(() => this.api.call(modifyResource, { params, body }));
  }

  async remove(slug: string): Promise<void> {
    try {
      const params = { kbid: this.where.kbid, rslug: slug };
      await this.repeated(() => this.api.call(deleteResource, { params }));
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
    }
  }

  /** Resources that an earlier synchronisation of this name left, for a machine that does not know of them. */
  async *all(): AsyncGenerator<KnownFile> {
    const body = {
      filter_expression: { resource: { prop: 'origin_source', id: this.where.source } },
      show: ['basic', 'origin', 'security'],
      page_size: PAGE,
      sort: { field: 'created', order: 'asc' },
    } as const;
    for (let page = 0, count = PAGE; count === PAGE; page += 1) {
      const given = { params: { kbid: this.where.kbid }, body: { ...body, show: [...body.show], page_number: page } };
      const { resources } = await this.repeated(() => this.api.document(listCatalog, given));
      count = Object.keys(resources).length;
      for (const { slug, origin, security } of Object.values(resources)) {
        const { path, metadata } = origin ?? {};
        if (!slug || !path) continue;
        const sizeBytes = Number(metadata?.['size'] ?? 0);
        const groups = JSON.stringify([...(security?.access_groups ?? [])].sort());
        yield { name: path, slug, sizeBytes, stamp: '', sha256: metadata?.['sha256'] ?? null, groups };
      }
    }
  }

  private async sendContent(file: FoundFile, slug: string, groups: string): Promise<KnownFile> {
    const sent = await sendFile(this.api, file, { ...this.where, rslug: slug });
    const after = { ...sent.file, sha256: sent.sha256 };
    await this.describe(after, slug, groups);
    return known(sent.file, { slug, sha256: sent.sha256, groups });
  }

  private repeated<T>(work: () => Promise<T>): Promise<T> {
    return whileAway(this.where.signal, work);
  }

  private describing(file: FoundFile & { readonly sha256?: string | null }, groups: string) {
    const { name, sizeBytes, sha256, modifiedMs } = file;
    const list = groupList(groups);
    return {
      origin: {
        source_id: this.where.source,
        path: name,
        filename: basename(name),
        modified: new Date(modifiedMs).toISOString(),
        metadata: { size: String(sizeBytes), ...(typeof sha256 === 'string' && { sha256 }) },
      },
      ...(list.length > 0 && { security: { access_groups: list } }),
    };
  }
}

/** The bytes of a small file, as they were at one time; undefined while it changes too often. */
async function inlineOf(found: FoundFile, signal: AbortSignal) {
  const content = await readFile(found.path, { signal });
  const file = { ...(await fileAt(found.path)), name: found.name };
  if (file.stamp !== found.stamp || content.length !== file.sizeBytes) return undefined;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const filename = basename(file.name);
  const payload = { filename, content_type: mediaTypeOf(filename), payload: content.toString('base64') };
  return { file, sha256, payload };
}

function known(file: FoundFile, { slug, sha256, groups }: Pick<KnownFile, 'slug' | 'sha256' | 'groups'>): KnownFile {
  const isRecent = Date.now() - file.modifiedMs < RECENT_MS;
  return { name: file.name, slug, sizeBytes: file.sizeBytes, stamp: isRecent ? '' : file.stamp, sha256, groups };
}

function groupList(groups: string): string[] {
  const list: string[] = JSON.parse(groups);
  return list;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof RefusedError && error.status === status;
}
