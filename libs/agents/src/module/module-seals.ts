import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { WorkflowRepository } from '../workflow/workflow.repository';
import type { AgentModuleEntity } from './agent-module.entity';
import { AgentModuleRepository, type ModuleKey } from './agent-module.repository';
import type { IdentifiedModule } from './identified-module';
import { joinedModule, type ModuleSecrets, splitModule } from './module-secrets';

/** Seals the secrets of modules for the database, and opens them for runs. */
@Injectable()
export class ModuleSeals {
  constructor(
    private readonly transactions: Transactions,
    private readonly workflows: WorkflowRepository,
    /** The rows, with what is sealed. */
    readonly rows: AgentModuleRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** What the database keeps of a module. */
  sealed(key: ModuleKey, module: IdentifiedModule): Pick<AgentModuleEntity, 'config' | 'secrets'> {
    const { config, secrets } = splitModule(key.kind, module);
    const sealed = mapped(secrets, (secret, ...of) =>
      this.envelope.seal(JSON.stringify(secret), purposeOf(key, ...of)),
    );
    return { config, secrets: sealed };
  }

  /** A module with its secrets, also one that was stored before they were sealed. */
  opened(row: AgentModuleEntity): IdentifiedModule {
    const secrets = mapped(row.secrets, (sealed, ...of): unknown =>
      JSON.parse(this.envelope.open(sealed, purposeOf(row, ...of))),
    );
    // Stored with its id, and with those of the modules in it.
    return joinedModule(row.config as IdentifiedModule, secrets);
  }

  /** Seals the secrets of rows that were stored before they were sealed. */
  async seal(rows: readonly AgentModuleEntity[]): Promise<void> {
    for (const row of rows.filter(isPlain))
      await this.transactions.run(async (tx) => {
        await this.workflows.hold({ agent: row.agent, id: row.workflow }, tx);
        const now = await this.rows.find(row, tx);
        if (now && isPlain(now)) await this.rows.replace(now, this.sealed(now, this.opened(now)), tx);
      });
  }
}

function isPlain({ kind, config }: AgentModuleEntity): boolean {
  return Object.keys(splitModule(kind, config as IdentifiedModule).secrets).length > 0; // as in `opened`
}

function mapped<A, B>(secrets: ModuleSecrets<A>, to: (secret: A, id: string, name: string) => B): ModuleSecrets<B> {
  return Object.fromEntries(
    Object.entries(secrets).map(([id, members]) => [
      id,
      Object.fromEntries(Object.entries(members).map(([name, secret]) => [name, to(secret, id, name)])),
    ]),
  );
}

/** Binds a sealed secret to its place, so that it opens nowhere else. */
function purposeOf({ agent, workflow, kind, id: row }: ModuleKey, id: string, name: string): string {
  return `agent module ${agent} ${workflow} ${kind} ${row} ${id} ${name}`;
}
