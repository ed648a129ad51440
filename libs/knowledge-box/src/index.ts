export { knowledgeBoxSchema } from './knowledge-box.database';
export * from './knowledge-box.module';
