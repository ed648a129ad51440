import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobStore } from '@lectern/blob-store';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { StoredPicture } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import type { MessageFile, RowsPreview } from '@lectern/augmentation';
import { FileTokens } from './file-tokens';

/** The owner of files and their retention. */
export interface FileOwner {
  readonly account: string;
  readonly folder: string;
  readonly now: Date;
  readonly expires: Date;
}

/** Files of messages: large content and pictures. */
@Injectable()
export class MessageFiles {
  constructor(
    private readonly blobs: BlobStore,
    private readonly tokens: FileTokens,
  ) {}

  /** Stores bytes under a name that is new in the folder, or that was used by an earlier attempt. */
  async put(name: string, bytes: Uint8Array, owner: FileOwner): Promise<MessageFile> {
    const key = `${owner.folder}/${name}`;
    const { sizeBytes, md5 } = await this.blobs.write(key, Readable.from([bytes]), { sizeBytesMax: bytes.byteLength });
    const contentType = 'application/octet-stream';
    return this.file({ key, sizeBytes, md5, contentType, filename: name }, owner);
  }

  picture({ name, ...picture }: StoredPicture, owner: FileOwner): MessageFile {
    return this.file({ ...picture, filename: name.split('/').at(-1) ?? name }, owner);
  }

  /** Positions of words, page by page, from the picture that contains them. */
  async *structures({ key }: StoredPicture): AsyncGenerator<PageStructure> {
    const input = await this.blobs.read(key);
    try {
      // One page per line.
      for await (const line of createInterface({ input, crlfDelay: Infinity }))
        // written by the extractor
        if (line.startsWith('{')) yield JSON.parse(line.replace(/,$/, '')) as PageStructure;
    } finally {
      input.destroy();
    }
  }

  /** The first rows of a file's sheets, from the picture that contains them. */
  async rows({ key }: StoredPicture): Promise<RowsPreview> {
    // written by the extractor
    return JSON.parse(await text(await this.blobs.read(key))) as RowsPreview;
  }

  private file(
    file: { readonly key: string; readonly sizeBytes: number; readonly md5: string } & {
      readonly contentType: string;
      readonly filename: string;
    },
    { account, now, expires }: FileOwner,
  ): MessageFile {
    const { sizeBytes: size, contentType: content_type, filename, md5 } = file;
    return { uri: this.tokens.sign(account, file, { now, expires }), size, content_type, filename, md5, source: 0 };
  }
}
