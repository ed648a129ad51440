export * from './embedded-vector-index';
export * from './vector-index';
export * from './vector-index.module';
