import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BlobStore } from '@lectern/blob-store';
import { invalidRequest } from '@lectern/contracts/core';
import type { StoredBlob } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';

/** Limit for the headers of the file. */
const HEAD_BYTES_MAX = 64 * 1024;
/** Bytes after the file: the last boundary. */
const TAIL_BYTES_MAX = 1_024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i;

/** A file in the form in which it was sent. */
export interface SentFile {
  readonly blob: Pick<StoredBlob, 'key' | 'sizeBytes' | 'md5'>;
  readonly contentType?: string;
  readonly filename?: string;
}

/** Extracts the file from a `multipart/form-data` body that contains only that file. */
@Injectable()
export class MultipartFiles {
  constructor(private readonly blobs: BlobStore) {}

  /** @throws AppError `invalid_request` for a form that does not consist of exactly one file */
  async fileOf(
    body: StoredBlob,
    { account, contentType }: { readonly account: string; readonly contentType?: string },
  ): Promise<SentFile> {
    if (!contentType || !/^multipart\/form-data\b/i.test(contentType.trim())) return { blob: body, contentType };
    const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) throw badForm('its boundary is missing');
    const { start, end, ...described } = await this.rangeOf(body, boundary);
    if (start === end) throw badForm('the file is empty');
    const key = `account/${account}/upload/${randomUUID()}`;
    const content = await this.blobs.read(body.key, { start, end: end - 1 });
    const { sizeBytes, md5 } = await this.blobs.write(key, content, { sizeBytesMax: body.sizeBytes });
    return { ...described, blob: { key, sizeBytes, md5 } };
  }

  async remove({ key }: Pick<StoredBlob, 'key'>): Promise<void> {
    await this.blobs.delete(key);
  }

  private async rangeOf({ key, sizeBytes }: StoredBlob, boundary: string) {
    if (sizeBytes === 0) throw badForm('it is empty');
    const read = async (start: number, end: number) => buffer(await this.blobs.read(key, { start, end }));
    const head = await read(0, Math.min(HEAD_BYTES_MAX, sizeBytes) - 1);
    const tailStart = Math.max(0, sizeBytes - TAIL_BYTES_MAX);
    const tail = await read(tailStart, sizeBytes - 1);
    const headEnd = head.indexOf('\r\n\r\n');
    if (!head.subarray(0, boundary.length + 4).equals(Buffer.from(`--${boundary}\r\n`)) || headEnd < 0)
      throw badForm('it does not begin with a part');
    const last = tail.lastIndexOf(`\r\n--${boundary}--`);
    if (last < 0) throw badForm('it does not end with its boundary');
    const [start, end] = [headEnd + 4, tailStart + last];
    if (end < start) throw badForm('the part has no content');
    const headers = head.subarray(boundary.length + 4, headEnd).toString('utf8');
    const inside = head.subarray(start).indexOf(`\r\n--${boundary}\r\n`);
    const insideTail = tail.subarray(0, last).indexOf(`\r\n--${boundary}\r\n`);
    if (inside >= 0 || insideTail >= 0) throw badForm('it has more than one part');
    return { start, end, filename: headerOf(headers, /filename="([^"\r\n]*)"/i), contentType: headerOf(headers, TYPE) };
  }
}

const TYPE = /^content-type:\s*([^\r\n]+)$/im;

function headerOf(headers: string, pattern: RegExp): string | undefined {
  return pattern.exec(headers)?.[1]?.trim() || undefined;
}

function badForm(problem: string) {
  const msg = `Value error, the form cannot be read: ${problem}`;
  return invalidRequest([{ type: 'value_error', loc: ['body'], msg }]);
}
