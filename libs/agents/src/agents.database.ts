import { DatabaseModule } from '@lectern/database';
import type { SealedColumns } from '@lectern/key-rotation';
import { Agents1764400000001 } from './migrations/0001-agents';
import { Timelines1764400000002 } from './migrations/0002-timelines';
import { AgentFiles1764400000003 } from './migrations/0003-files';
import { ModuleSecrets1764400000004 } from './migrations/0004-module-secrets';
import { DriverAccounts1764400000005 } from './migrations/0005-driver-accounts';
import { AgenticBoxes1764400000011 } from './migrations/0011-agentic-boxes';
import { Schedules1764400000012 } from './migrations/0012-schedules';

export const agentsSchema = {
  schema: 'agents',
  migrations: [
    Agents1764400000001,
    Timelines1764400000002,
    AgentFiles1764400000003,
    ModuleSecrets1764400000004,
    DriverAccounts1764400000005,
    AgenticBoxes1764400000011,
    Schedules1764400000012,
  ],
} as const;

/** Columns with secrets, which `lectern keys rotate` seals with another key. */
export const agentsSealed: SealedColumns = {
  agentic_sources: ['config'],
  driver_accounts: ['sealed'],
  drivers: ['secrets'],
  files: ['sealed'],
  modules: ['secrets'],
  schedules: ['sealed'],
};

export const agentsDatabase = DatabaseModule.forFeature(agentsSchema);
