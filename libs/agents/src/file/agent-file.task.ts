import { Readable } from 'node:stream';
import { BlobStore } from '@lectern/blob-store';
import { AGENT_FILE_BYTES_MAX, type AgentFileReference, writeAgentFile } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { InteractionFileText } from '../timeline/interaction-file';
import type { AgentFileEntity } from './agent-file.entity';
import { AgentFiles, keyOfAgentFile } from './agent-files';
import { WrittenExport } from './written-export';

const INTERACTIONS_BYTES_MAX = 1024 ** 3;
const WRITES_AT_ONCE = 2;

/** Writes a file. Safe to repeat: it has a single key and becomes visible only when complete. */
@Injectable()
export class AgentFileTask {
  constructor(
    private readonly files: AgentFiles,
    private readonly blobs: BlobStore,
    private readonly exports: WrittenExport,
    private readonly interactions: InteractionFileText,
  ) {}

  @Runs(writeAgentFile, { concurrency: WRITES_AT_ONCE, tenantMax: 1 })
  async run(reference: AgentFileReference, run: TaskRun): Promise<void> {
    const row = await this.files.find(reference);
    if (!row || row.sizeBytes !== null || row.error !== null) return;
    try {
      const sizeBytes = await this.write(row, run);
      // Sent before it is marked as written: a mail that is sent twice is one.
      if (row.content.type === 'export') await this.exports.announce(row);
      const isThere = await this.files.end(row, { sizeBytes: String(sizeBytes), sealed: null });
      if (!isThere) await this.blobs.delete(keyOfAgentFile(row));
    } catch (error) {
      if (!hasTooMuch(error) && run.attempt < run.attemptsMax) throw error;
      await this.files.end(row, { error: agentFileFailure(error), sealed: null });
      if (row.content.type === 'export') await this.exports.announceFailure(row, agentFileFailure(error));
      if (!hasTooMuch(error)) throw error;
    }
  }

  private async write(row: AgentFileEntity, run: TaskRun): Promise<number> {
    const isExport = row.content.type === 'export';
    const content = Readable.from(isExport ? [await this.exports.bytes(row, run)] : this.text(row, run));
    const sizeBytesMax = isExport ? AGENT_FILE_BYTES_MAX : INTERACTIONS_BYTES_MAX;
    return (await this.blobs.write(keyOfAgentFile(row), content, { sizeBytesMax })).sizeBytes;
  }

  private async *text({ agent, content }: AgentFileEntity, run: TaskRun): AsyncGenerator<Buffer> {
    if (content.type !== 'interactions') return;
    const { format, query } = content;
    for await (const piece of this.interactions.pieces({ agent, format, query }, run.signal)) {
      run.alive();
      yield Buffer.from(piece);
    }
  }
}

function hasTooMuch(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too_large';
}

function agentFileFailure(error: unknown): string {
  return error instanceof AppError ? error.message : 'The server failed; its log says why';
}
