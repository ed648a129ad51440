import { randomUUID } from 'node:crypto';
import type {
  InteractionDownload,
  InteractionDownloadPayload,
  InteractionDownloads,
  InteractionFileFormat,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { Download } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { TimelineService } from '../timeline/timeline.service';
import type { AgentFileEntity, InteractionContent } from './agent-file.entity';
import type { AgentFileKey } from './agent-file.repository';
import { AgentFiles, keyOfAgentFile } from './agent-files';
import { FileAddresses } from './file-addresses';
import { interactionFileFormat, resolvedMonth } from './interaction-request';

const DAY_MS = 24 * 3_600_000;
/** How long the address of a file works. */
const ADDRESS_MS = 7 * DAY_MS;
/** How long a request is listed. */
const LISTED_MS = 30 * DAY_MS;
const contentTypes: Readonly<Record<InteractionFileFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

type InteractionFileRow = AgentFileEntity & { readonly content: InteractionContent };

/** Files of interactions, from request to download. */
@Injectable()
export class InteractionDownloadService {
  constructor(
    private readonly files: AgentFiles,
    private readonly timelines: TimelineService,
    private readonly addresses: FileAddresses,
  ) {}

  /** @throws AppError `not_acceptable`, `rate_limited`, `quota_exceeded`, `unavailable` */
  async request(
    agent: string,
    { session_id: named, ...month }: InteractionDownloadPayload,
    accept: string | undefined,
  ): Promise<InteractionDownload> {
    const format = interactionFileFormat(accept);
    const now = new Date();
    const session_id = (named ?? null) === null ? null : await this.timelines.sessionOf(agent, named ?? '');
    const row: InteractionFileRow = {
      agent,
      id: randomUUID(),
      content: { type: 'interactions', format, query: { session_id, ...resolvedMonth(month, now) } },
      tokenHash: null,
      sealed: null,
      email: null,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + ADDRESS_MS),
      forgottenAt: new Date(now.getTime() + LISTED_MS),
      sizeBytes: null,
      error: null,
      isRemoved: false,
    };
    await this.files.request(row);
    return this.shown(row);
  }

  async list(agent: string): Promise<InteractionDownloads> {
    const rows = await this.files.listInteractions(agent);
    return { downloads: rows.filter(isOfInteractions).map((row) => this.shown(row)) };
  }

  /** @throws AppError `not_found` */
  async get(key: AgentFileKey): Promise<InteractionDownload> {
    return this.shown(await this.find(key));
  }

  /** @throws AppError `not_found` */
  async delete(key: AgentFileKey): Promise<null> {
    await this.files.delete(await this.find(key));
    return null;
  }

  /** @throws AppError `not_found` */
  async file(key: AgentFileKey, signature: string): Promise<Download> {
    const row = this.addresses.isSigned(key, signature) ? await this.files.find(key) : undefined;
    if (!row || !isOfInteractions(row) || row.sizeBytes === null || isOver(row))
      throw new AppError('not_found', 'There is no such file, or its address has expired');
    const { format, query } = row.content;
    const month = `${query.year}-${String(query.month).padStart(2, '0')}`;
    const filename = `interactions-${month}.${format}`;
    const contentType = contentTypes[format];
    return { key: keyOfAgentFile(row), sizeBytes: Number(row.sizeBytes), contentType, filename, inline: false };
  }

  private async find(key: AgentFileKey): Promise<InteractionFileRow> {
    const row = await this.files.find(key);
    if (!row || !isOfInteractions(row)) throw new AppError('not_found', 'Download request not found');
    return row;
  }

  private shown({ agent, id, content, sizeBytes, error, ...row }: InteractionFileRow): InteractionDownload {
    const isWritten = sizeBytes !== null;
    return {
      id,
      type: content.type,
      status: error !== null ? 'error' : isWritten ? 'ready' : 'pending',
      download_url: isWritten && !isOver(row) ? this.addresses.of({ agent, id }) : null,
      query: content.query,
      ...(error !== null && { error }),
    };
  }
}

function isOfInteractions(row: AgentFileEntity): row is InteractionFileRow {
  return row.content.type === 'interactions';
}

function isOver({ expiresAt, isRemoved }: Pick<AgentFileEntity, 'expiresAt' | 'isRemoved'>): boolean {
  return isRemoved || expiresAt <= new Date();
}
