export * from './setting';
export * from './slice';
export * from './entry-file';
export * from './data-dir';
export * from './deployment';
