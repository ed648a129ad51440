import { buffer } from 'node:stream/consumers';
import { BlobStore } from '@lectern/blob-store';
import { AGENT_FILE_BYTES_MAX, type AgentImportForm } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { DriverService } from '../driver/driver.service';
import { checkModule } from '../module/module-checks';
import { checkParameters } from '../workflow/workflow-arguments';
import { importedAgent } from './imported-agent';
import { openedParts } from './imported-file';
import { ImportWriter } from './import-writer';

/** Adds what a file has to an agent. */
@Injectable()
export class AgentImportService {
  constructor(
    private readonly blobs: BlobStore,
    private readonly drivers: DriverService,
    private readonly writer: ImportWriter,
  ) {}

  /**
   * All of it, or nothing. The file is removed.
   *
   * @throws AppError `bad_request`, `invalid_request`, `conflict`, `quota_exceeded`, `too_large`, `rate_limited`
   */
  async import(agent: string, { file, passphrase, overwrite }: AgentImportForm, signal: AbortSignal): Promise<null> {
    if (file.sizeBytes > AGENT_FILE_BYTES_MAX)
      throw new AppError('too_large', `The file is larger than ${AGENT_FILE_BYTES_MAX} bytes`);
    const bytes = await buffer(await this.blobs.read(file.key));
    const imported = await importedAgent(await openedParts(bytes, passphrase, { owner: agent, signal }));
    for (const { provider, config } of imported.drivers)
      this.drivers.check(provider, { ...config }, ['body', provider, 'config']);
    for (const { workflow, modules } of imported.workflows) {
      await checkParameters(agent, workflow.parameters ?? {});
      for (const { config } of modules) await checkModule(agent, config);
    }
    await this.writer.write({ agent, imported, overwrite });
    await this.blobs.delete(file.key);
    return null;
  }
}
