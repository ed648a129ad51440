import { busFor } from '@lectern/bus';
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
import { EgressModule } from '@lectern/egress';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { agentsDatabase } from '../agents.database';
import { DriverModule } from '../driver/driver.module';
import { AgentModuleModule } from '../module/agent-module.module';
import { AgentSessionModule } from '../session/session.module';
import { BoxSources } from '../sources/box-sources';
import { WorkflowModule } from '../workflow/workflow.module';
import { InteractionHandlers } from './interaction.handlers';
import { InteractionService } from './interaction.service';
import { InteractionTools } from './interaction-tools';
import { WorkflowPlans } from './workflow-plans';

const bus = busFor({
  calls: [
    askKnowledgeBox,
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
    AgentSessionModule,
    WorkflowModule,
  ],
  controllers: [InteractionHandlers],
  providers: [bus, BoxSources, InteractionService, InteractionTools, WorkflowPlans],
})
export class InteractionModule {}
