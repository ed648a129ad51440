import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { agentsDatabase } from '../agents.database';
import { InteractionModule } from '../interaction/interaction.module';
import { AgenticAsk } from './agentic-ask.service';
import { AgenticAskHandlers, AgenticRecordHandlers } from './agentic.handlers';
import { AgenticConfigEntity, AgenticSourceEntity } from './agentic-record.entity';
import { AgenticRecordRepository } from './agentic-record.repository';
import { AgenticRecords } from './agentic-record.service';

/** Knowledge boxes that answer as agents. */
@Module({
  imports: [agentsDatabase, InteractionModule],
  controllers: [AgenticAskHandlers, AgenticRecordHandlers],
  providers: [rowsOf(AgenticConfigEntity, AgenticSourceEntity), AgenticAsk, AgenticRecordRepository, AgenticRecords],
})
export class AgenticModule {}
