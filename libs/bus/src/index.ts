export * from './bus';
export * from './bus.config';
export * from './bus.module';
export * from './bus-server';
export * from './call-context';
export * from './connect-bus';
export * from './handles';
export * from './in-process-bus';
export { type BusOptions, type HandledCall, ServingBus } from './serving-bus';
