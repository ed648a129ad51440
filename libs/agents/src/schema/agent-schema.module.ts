import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { AgentSchemaHandlers } from './agent-schema.handlers';
import { AgentSchemaService } from './agent-schema.service';

/** Schemas of modules and drivers. */
@Module({ imports: [AgentDirectoryModule], controllers: [AgentSchemaHandlers], providers: [AgentSchemaService] })
export class AgentSchemaModule {}
