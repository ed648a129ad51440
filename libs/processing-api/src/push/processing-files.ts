import { AppError, invalidRequest, type Principal } from '@lectern/contracts/core';
import type { Download, StoredBlob } from '@lectern/contracts/knowledge-box';
import type { FileToken, ProcessingUploadHeaders } from '@lectern/contracts/understanding';
import { knowingWhetherDone, Transactions } from '@lectern/database';
import { checkMd5, randomName, sentPassword, uploadedMediaType, uploadedName } from '@lectern/intake';
import { ProcessingFileRepository } from './processing-file.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FileTokens, type TokenFile } from './file-tokens';
import { MultipartFiles } from './multipart-files';
import { PushQuota } from './push-quota';
import { accountOf } from '@lectern/understanding';
import type { PushLabel } from './pushed-field';

/** How long a file is kept without a push. */
export const FILE_KEPT_MS = 3 * 24 * 3_600_000;
const LABELS_MAX = 100;

/** Files for pushes and files of results. */
@Injectable()
export class ProcessingFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ProcessingFileRepository,
    private readonly tokens: FileTokens,
    private readonly forms: MultipartFiles,
    private readonly quota: PushQuota,
  ) {}

  /** @throws AppError `invalid_request`, `unsupported_media_type`, `unavailable`, `quota_exceeded` */
  async store(headers: ProcessingUploadHeaders, blob: StoredBlob, principal: Principal): Promise<FileToken> {
    const account = accountOf(principal);
    const isJson = (headers.accept ?? '').trim().toLowerCase().startsWith('application/json');
    const labels = headerLabels(headers['x-classification-labels']);
    const sent = await this.forms.fileOf(blob, { account, contentType: headers['content-type'] });
    checkMd5({ header: 'x-md5', md5: headers['x-md5'] }, sent.blob.md5);
    const filename = fileNameOf(headers['x-filename']) ?? sent.filename ?? randomName();
    const file: TokenFile = {
      key: sent.blob.key,
      sizeBytes: sent.blob.sizeBytes,
      md5: sent.blob.md5,
      filename,
      labels,
      contentType: uploadedMediaType(sent.contentType, filename),
      language: headers['x-language'],
      password: sentPassword(headers['x-password']),
      strategies: { extract: headers['x-extract-strategy'], split: headers['x-split-strategy'] },
    };
    const add = async () => {
      await this.quota.admitFile(account, file.contentType);
      return this.transactions.run((tx) => this.add(file, account, tx));
    };
    const token = await knowingWhetherDone(add).catch(async (error: unknown) => {
      const isOwn = sent.blob.key !== blob.key;
      if (isOwn && error instanceof AppError && error.isUndone) await this.forms.remove(sent.blob);
      throw error;
    });
    if (sent.blob.key !== blob.key) await this.forms.remove(blob);
    return { token, isJson };
  }

  /** Stores the row of a file. @returns its token */
  async add(file: TokenFile, account: string, tx: EntityManager): Promise<string> {
    const now = new Date();
    const expires = new Date(now.getTime() + FILE_KEPT_MS);
    await this.rows.insert({ blobKey: file.key, account, expires }, tx);
    return this.tokens.sign(account, file, { now, expires });
  }

  /** @throws AppError `not_found` */
  async download(token: string, principal: Principal): Promise<Download> {
    const file = this.tokens.read(token, accountOf(principal), new Date());
    if (!file) throw new AppError('not_found', 'The token is not valid, or has expired');
    const { key, sizeBytes, contentType, filename } = file;
    return { key, sizeBytes, contentType, filename: filename || 'file', inline: true };
  }
}

/** Accepts percent-encoding, which one client uses. */
export function fileNameOf(header: string | undefined): string | undefined {
  const name = uploadedName(header);
  if (name === undefined || !/%[0-9a-f]{2}/i.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** @throws AppError `invalid_request` */
export function headerLabels(header: string | undefined): readonly PushLabel[] {
  if (!header) return [];
  const labels = parsedHeader(Buffer.from(header, 'base64').toString('utf8'));
  if (!Array.isArray(labels) || labels.length > LABELS_MAX || !labels.every(isLabel)) {
    const msg = `Value error, base64 of a JSON list of at most ${LABELS_MAX} labels expected`;
    throw invalidRequest([{ type: 'value_error', loc: ['header', 'x-classification-labels'], msg, input: header }]);
  }
  return labels.map(({ labelset, label }) => ({ labelset, label }));
}

function parsedHeader(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isLabel(value: unknown): value is PushLabel {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['labelset', 'label'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
