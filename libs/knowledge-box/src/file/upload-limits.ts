import { AppError } from '@lectern/contracts/core';
import { AccountBlocks, KnowledgeBoxRepository, type NewField } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

const MEDIA = /^(audio|video|image)\//;

/** A file, or a file that is announced. */
export interface SizedFile {
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Largest files that accounts may upload. */
@Injectable()
export class UploadLimits {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly blocks: AccountBlocks,
  ) {}

  /** Ignores fields without bytes. @throws AppError `too_large` */
  async check(kbid: string, fields: readonly NewField[]): Promise<void> {
    for (const { value, blobKey } of fields)
      if (blobKey !== null && typeof value === 'object' && 'file' in value)
        await this.checkFile(kbid, { contentType: value.file.content_type, sizeBytes: value.file.size });
  }

  /** @throws AppError `too_large`, `not_found` without such a box */
  async checkFile(kbid: string, { contentType, sizeBytes }: SizedFile): Promise<void> {
    const { account } = await this.boxes.get(kbid);
    const isMedia = MEDIA.test(contentType);
    const name = isMedia ? 'upload_limit_max_media_file_size' : 'upload_limit_max_non_media_file_size';
    const max = (await this.blocks.limitsOf(account))[name];
    if (max === undefined || sizeBytes <= max) return;
    const kind = isMedia ? 'audio, video and pictures' : 'files other than audio, video and pictures';
    throw new AppError(
      'too_large',
      `The account may upload ${kind} of at most ${max} bytes (${name}), not ${sizeBytes}`,
    );
  }
}
