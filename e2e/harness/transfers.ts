import { crc32 } from 'node:zlib';
import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  type ImportStatus,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { type Answer, type KnowledgeBoxClient, until } from './client';

const isOver = ({ status }: { readonly status: string }) => status === 'finished' || status === 'errored';

/** Until an export ends. */
export function untilExported(kb: KnowledgeBoxClient, export_id: string) {
  return until(async () => {
    const status = await kb.api(getExportStatus, { params: { export_id } });
    return isOver(status) ? status : undefined;
  }, 'the export ends');
}

/** The file of a new export. */
export async function exported(kb: KnowledgeBoxClient): Promise<Buffer> {
  const { export_id } = await kb.api(startExport);
  await untilExported(kb, export_id);
  return kb.client.api.download(downloadExport, { params: { kbid: kb.id, export_id } });
}

/** Sends a file to import, and returns any answer. */
export function sendImport(kb: KnowledgeBoxClient, file: Buffer): Promise<Answer> {
  return kb.client.send('POST', `${kb.path}/import`, {
    raw: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** How the import of a file ends. */
export async function imported(kb: KnowledgeBoxClient, file: Buffer): Promise<ImportStatus> {
  const { import_id } = await kb.client.api.upload(startImport, file, { params: { kbid: kb.id } });
  return until(async () => {
    const status = await kb.api(getImportStatus, { params: { import_id } });
    return isOver(status) ? status : undefined;
  }, 'the import ends');
}

/** An item of a file. */
export interface FileItem {
  readonly type: string;
  readonly payload: Buffer;
}

/** The items of a file. */
export function itemsOf(file: Buffer): FileItem[] {
  const items: FileItem[] = [];
  for (let at = 0; at < file.length;) {
    const end = at + 7 + file.readUInt32BE(at + 3);
    items.push({ type: file.toString('latin1', at, at + 3), payload: file.subarray(at + 7, end) });
    at = end;
  }
  return items;
}

/** A file of items, with checksums of what they are now. */
export function fileOf(items: readonly FileItem[]): Buffer {
  const parts: Buffer[] = [];
  let sum = 0;
  for (const { type, payload } of items) {
    if (type === 'SUM') {
      parts.push(bytesOf(type, uint32(sum)));
      sum = 0;
      continue;
    }
    const item = bytesOf(type, payload);
    parts.push(item);
    sum = crc32(item, sum);
  }
  return Buffer.concat(parts);
}

function bytesOf(type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), uint32(payload.length), payload]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An item of JSON. */
export function jsonItem(type: string, value: unknown): FileItem {
  return { type, payload: Buffer.from(JSON.stringify(value), 'utf8') };
}

/** The same file with other JSON in its items of one type. */
export function changedFile(file: Buffer, type: string, change: (value: never) => unknown): Buffer {
  return fileOf(
    itemsOf(file).map((item) =>
      // Callers know what the items of their type say.
      item.type === type ? jsonItem(type, change(JSON.parse(item.payload.toString('utf8')) as never)) : item,
    ),
  );
}
