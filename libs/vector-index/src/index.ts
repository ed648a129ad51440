export * from './vector-index';
