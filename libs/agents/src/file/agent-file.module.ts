import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { readUserNames } from '@lectern/contracts/accounts';
import { sendMail } from '@lectern/contracts/knowledge-box';
import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { agentsDatabase } from '../agents.database';
import { TimelineModule } from '../timeline/timeline.module';
import { AgentTransferModule } from '../transfer/agent-transfer.module';
import { AgentExportService } from './agent-export.service';
import { AgentFileEntity } from './agent-file.entity';
import { AgentBlobHandlers, AgentExportHandlers, InteractionDownloadHandlers } from './agent-file.handlers';
import { AgentFileRepository } from './agent-file.repository';
import { AgentFiles } from './agent-files';
import { AgentFileTask } from './agent-file.task';
import { ExpiredAgentFiles } from './expired-agent-files';
import { FileAddresses } from './file-addresses';
import { InteractionDownloadService } from './interaction-download.service';
import { WrittenExport } from './written-export';

/** Exports of agents, and files of their interactions. */
@Module({
  imports: [agentsDatabase, AgentDirectoryModule, AgentTransferModule, BlobStoreModule, SecretsModule, TimelineModule],
  controllers: [AgentExportHandlers, InteractionDownloadHandlers, AgentBlobHandlers],
  providers: [
    rowsOf(AgentFileEntity),
    busFor({ calls: [readUserNames, sendMail] }),
    AgentExportService,
    AgentFileRepository,
    AgentFiles,
    AgentFileTask,
    ExpiredAgentFiles,
    FileAddresses,
    InteractionDownloadService,
    WrittenExport,
  ],
})
export class AgentFileModule {}
