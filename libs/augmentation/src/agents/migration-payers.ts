import { EmbeddingUse } from '@lectern/understanding';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AgentTaskRows } from './agent-task-rows';

/** Has the tokens of migrations to another embedding model counted for those who started them. */
@Injectable()
export class MigrationPayers implements OnModuleInit {
  constructor(
    private readonly use: EmbeddingUse,
    private readonly rows: AgentTaskRows,
  ) {}

  onModuleInit(): void {
    this.use.countContentFor(async ({ kbid, model }) => {
      const task = await this.rows.findMigration(kbid, model);
      return task && { account: task.account, ...(task.nuaClient !== null && { nuaClient: task.nuaClient }) };
    });
  }
}
