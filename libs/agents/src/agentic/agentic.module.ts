import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { InteractionModule } from '../interaction/interaction.module';
import { AgenticAsk } from './agentic-ask.service';
import { AgenticAskHandlers, AgenticRecordHandlers } from './agentic.handlers';
import { AgenticConfigEntity, AgenticSourceEntity } from './agentic-record.entity';
import { AgenticRecordRepository } from './agentic-record.repository';
import { AgenticRecords } from './agentic-record.service';
import { AgenticSourceSecrets } from './agentic-source-secrets';

/** Knowledge boxes that answer as agents. */
@Module({
  imports: [agentsDatabase, InteractionModule, SecretsModule],
  controllers: [AgenticAskHandlers, AgenticRecordHandlers],
  providers: [
    rowsOf(AgenticConfigEntity, AgenticSourceEntity),
    AgenticAsk,
    AgenticRecordRepository,
    AgenticRecords,
    AgenticSourceSecrets,
  ],
})
export class AgenticModule {}
