import { busFor } from '@lectern/bus';
import { followOwnInteraction, tellOwnInteraction } from '@lectern/contracts/agents';
import {
  getSynonyms,
  listCatalog,
  listLabelsets,
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox, findParagraphs } from '@lectern/contracts/search';
import {
  describeGenerator,
  describeModels,
  embedTexts,
  predictChat,
  predictRemi,
  predictRephrase,
} from '@lectern/contracts/understanding';
import { rowsOf } from '@lectern/database';
import { EgressModule } from '@lectern/egress';
import { ForeignDatabasesModule } from '@lectern/foreign-databases';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { agentsDatabase } from '../agents.database';
import { DriverModule } from '../driver/driver.module';
import { McpSources } from '../mcp-client/mcp-sources';
import { AgentModuleModule } from '../module/agent-module.module';
import { AgentSessionModule } from '../session/session.module';
import { BoxSources } from '../sources/box-sources';
import { RemoteBoxes } from '../sources/remote-boxes';
import { TimelineModule } from '../timeline/timeline.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { DeletionRounds } from './deletion-rounds';
import { FrameMemory } from './frame-memory';
import { InteractionAnswer } from './interaction-answer';
import { InteractionEntity } from './interaction.entity';
import { AgentChangeHandlers } from './agent-change.handlers';
import { InteractionHandlers } from './interaction.handlers';
import { InteractionRecords } from './interaction-records';
import { InteractionRepository } from './interaction.repository';
import { InteractionRetention } from './interaction-retention';
import { InteractionService } from './interaction.service';
import { InteractionSessions } from './interaction-sessions';
import { InteractionStarts } from './interaction-starts';
import { InteractionTools } from './interaction-tools';
import { ModuleReach } from './module-reach';
import { OwnInteractions } from './own-interactions';
import { WorkflowPlans } from './workflow-plans';

const bus = busFor({
  calls: [
    askKnowledgeBox,
    followOwnInteraction,
    describeGenerator,
    describeModels,
    embedTexts,
    findParagraphs,
    getSynonyms,
    listCatalog,
    listLabelsets,
    predictChat,
    predictRemi,
    predictRephrase,
    resolveKnowledgeBoxAccess,
    tellOwnInteraction,
    verifyZoneCredential,
  ],
});

/** Interactions: questions to agents, and what runs to answer them. */
@Module({
  imports: [
    agentsDatabase,
    AgentDirectoryModule,
    AgentModuleModule,
    DriverModule,
    EgressModule,
    ForeignDatabasesModule,
    AgentSessionModule,
    TimelineModule,
    WorkflowModule,
  ],
  controllers: [AgentChangeHandlers, InteractionHandlers],
  providers: [
    rowsOf(InteractionEntity),
    bus,
    BoxSources,
    DeletionRounds,
    FrameMemory,
    InteractionAnswer,
    InteractionRecords,
    InteractionRepository,
    InteractionRetention,
    InteractionService,
    InteractionSessions,
    InteractionStarts,
    InteractionTools,
    McpSources,
    ModuleReach,
    OwnInteractions,
    RemoteBoxes,
    WorkflowPlans,
  ],
  exports: [InteractionAnswer, InteractionService, OwnInteractions, WorkflowPlans],
})
export class InteractionModule {}
