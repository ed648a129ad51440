export * from './search.module';
export { searchSchema } from './search.database';
