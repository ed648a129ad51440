import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import type { Download } from '@lectern/contracts/knowledge-box';
import { ModelStore } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type ConfiguredBox, LearningConfigurations } from '../configuration/learning-configurations';

/** A file of a model. */
export interface NamedModelFile {
  readonly model_id: string;
  readonly filename: string;
}

/** Serves files of local models. They are copied to the blob store, from which gateways send them. */
@Injectable()
export class ModelFiles {
  constructor(
    private readonly configurations: LearningConfigurations,
    private readonly store: ModelStore,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError `not_found`, `unavailable` for damaged files */
  async download({ model_id: id, filename }: NamedModelFile, box: ConfiguredBox): Promise<Download> {
    const { semanticModels } = await this.configurations.of(box);
    const model = semanticModels.includes(id) && (await this.store.find(id)) ? await this.store.get(id) : undefined;
    const file = model?.manifest.files.find(({ path }) => path === filename);
    if (!model || !file) {
      const names = model?.manifest.files.map(({ path }) => path).join(', ');
      throw new AppError(
        'not_found',
        names === undefined
          ? `The knowledge box uses no local model ${id}: other models have no files here`
          : `The model ${id} has no file ${filename}; it has ${names}`,
      );
    }
    const path = join(model.folder, file.path);
    const { size: sizeBytes } = await stat(path);
    // Just verified: the accepted file with this size.
    const { sha256 = '' } = file.accepted.find((one) => one.sizeBytes === sizeBytes) ?? {};
    const key = `models/${createHash('sha256').update(`${id}/${filename}/${sha256}`).digest('hex')}`;
    await this.copy(path, { key, sizeBytes });
    const contentType = 'application/octet-stream';
    return { key, sizeBytes, contentType, filename: basename(filename), inline: false };
  }

  private async copy(path: string, { key, sizeBytes }: Pick<Download, 'key' | 'sizeBytes'>): Promise<void> {
    try {
      if ((await this.blobs.stat(key)).sizeBytes === sizeBytes) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
    await this.blobs.write(key, createReadStream(path), { sizeBytesMax: sizeBytes });
  }
}
