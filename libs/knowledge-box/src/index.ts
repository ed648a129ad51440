export { knowledgeBoxSchema } from './knowledge-box.database';
export { upgradeIndexesAndExit } from '@lectern/keyword-index';
export * from './knowledge-box.module';
