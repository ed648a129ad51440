import { DatabaseModule } from '@lectern/database';
import { Agents1764400000001 } from './migrations/0001-agents';

export const agentsSchema = { schema: 'agents', migrations: [Agents1764400000001] } as const;

export const agentsDatabase = DatabaseModule.forFeature(agentsSchema);
