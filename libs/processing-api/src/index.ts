export { ProcessingApiModule } from './processing-api.module';
