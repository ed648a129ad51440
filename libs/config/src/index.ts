export * from './setting';
export * from './slice';
export * from './activity';
export * from './console';
export * from './entry-file';
export * from './data-dir';
export * from './deployment';
export * from './self-hosted';
