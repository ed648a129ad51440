import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { SeePicture } from './extract-agent';

/** Larger pictures are not sent to models. */
const PICTURE_BYTES_MAX = 10 * 1024 ** 2;

/** Reads pictures of files for models that see. */
@Injectable()
export class AgentPictures {
  constructor(private readonly blobs: BlobStore) {}

  /** Leaves out pictures that are too large or no longer there. */
  reader(signal: AbortSignal): SeePicture {
    return async ({ key, contentType }) => {
      signal.throwIfAborted();
      const bytes = await this.bytes(key);
      return bytes && { contentType, base64: bytes.toString('base64') };
    };
  }

  private async bytes(key: string): Promise<Buffer | undefined> {
    try {
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of await this.blobs.read(key)) {
        const bytes = Buffer.from(part as Buffer); // the store reads bytes
        size += bytes.length;
        if (size > PICTURE_BYTES_MAX) return undefined;
        parts.push(bytes);
      }
      return Buffer.concat(parts);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
