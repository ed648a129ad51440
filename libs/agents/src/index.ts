export { agentsSchema } from './agents.database';
export { AgentsModule } from './agents.module';
