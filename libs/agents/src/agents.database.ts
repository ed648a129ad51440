import { DatabaseModule } from '@lectern/database';
import { Agents1764400000001 } from './migrations/0001-agents';
import { Timelines1764400000002 } from './migrations/0002-timelines';
import { AgenticBoxes1764400000011 } from './migrations/0011-agentic-boxes';
import { Schedules1764400000012 } from './migrations/0012-schedules';

export const agentsSchema = {
  schema: 'agents',
  migrations: [Agents1764400000001, Timelines1764400000002, AgenticBoxes1764400000011, Schedules1764400000012],
} as const;

export const agentsDatabase = DatabaseModule.forFeature(agentsSchema);
