export * from './keyword-index';
