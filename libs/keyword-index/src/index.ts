export * from './embedded-keyword-index';
export * from './keyword-index';
export * from './keyword-index.module';
export * from './upgrade-indexes';
