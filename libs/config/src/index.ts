export * from './setting';
export * from './slice';
export * from './console';
export { builtDescription } from './built-description';
export { BUILT } from './built-files';
export * from './entry-file';
export * from './data-dir';
export * from './deployment';
export * from './self-hosted';
