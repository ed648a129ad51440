import { BlobStore } from '@lectern/blob-store';
import type { ContextImage } from '@lectern/contracts/understanding';
import type { ImageInput } from '@lectern/models';
import { Injectable, Logger } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';

/** Larger stored images are skipped. */
const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
const IMAGES_MAX = 20;

/** Reads stored images referenced by a question. */
@Injectable()
export class AnswerImages {
  private readonly logger = new Logger('Images');

  constructor(private readonly blobs: BlobStore) {}

  /** Images that are missing, too large or unreadable are skipped; the answer continues without them. */
  async read(images: readonly ContextImage[] = []): Promise<readonly ImageInput[]> {
    const found = await Promise.all(images.slice(0, IMAGES_MAX).map((image) => this.readOne(image)));
    return found.flatMap((image) => image ?? []);
  }

  private async readOne({ base64, blobKey, ...image }: ContextImage): Promise<ImageInput | undefined> {
    if (base64 !== undefined) return { ...image, base64 };
    if (blobKey === undefined) return undefined;
    try {
      const { sizeBytes } = await this.blobs.stat(blobKey);
      if (sizeBytes > IMAGE_BYTES_MAX) return undefined;
      return { ...image, base64: (await buffer(await this.blobs.read(blobKey))).toString('base64') };
    } catch (error) {
      this.logger.warn(
        `An image of the context could not be read: ${error instanceof Error ? error.message : 'unknown'}`,
      );
      return undefined;
    }
  }
}
