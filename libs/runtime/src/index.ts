export * from './application';
export { Circuit, type CircuitOptions, circuitFailuresMax, circuitPauseMs } from './circuit';
export { Deadline } from './deadline';
export { createLog, NestLog } from './log';
export * from './metrics';
export type { ReadinessCheck } from './probe';
export * from './readiness';
export * from './run';
export { type RuntimeConfig, runtimeSlice } from './runtime.config';
