import { busFor } from '@lectern/bus';
import { listCatalog, readTexts } from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox } from '@lectern/contracts/search';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AgentDirectoryModule } from '../agent/agent-directory.module';
import { InteractionModule } from '../interaction/interaction.module';
import { PromptModule } from '../prompt/prompt.module';
import { WorkflowModule } from '../workflow/workflow.module';
import { AgentMcp } from './agent-mcp.service';
import { McpDocuments } from './mcp-documents';
import { KnowledgeBoxMcp } from './box-mcp.service';
import { BoxSearch } from './box-search';
import { AgentMcpHandlers, BoxMcpHandlers } from './mcp.handlers';
import { McpSessions } from './mcp-sessions';
import { ToolRuns } from './tool-runs';

/** Servers of the Model Context Protocol: for knowledge boxes, and for sessions of agents. */
@Module({
  imports: [AgentDirectoryModule, InteractionModule, PromptModule, SecretsModule, WorkflowModule],
  controllers: [AgentMcpHandlers, BoxMcpHandlers],
  providers: [
    busFor({ calls: [askKnowledgeBox, listCatalog, readTexts] }),
    AgentMcp,
    McpDocuments,
    BoxSearch,
    KnowledgeBoxMcp,
    McpSessions,
    ToolRuns,
  ],
})
export class AgentMcpModule {}
