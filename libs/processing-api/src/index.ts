export { ProcessingApiModule } from './processing-api.module';
export { ResultQueue } from './push/result-queue';
