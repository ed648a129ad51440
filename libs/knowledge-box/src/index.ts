export { KnowledgeBoxModule } from './knowledge-box.module';
