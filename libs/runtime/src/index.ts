export * from './application';
export { createLog, NestLog } from './log';
export * from './metrics';
export * from './readiness';
export * from './run';
export { type RuntimeConfig, runtimeSlice } from './runtime.config';
