export * from './database';
export * from './servers/found-server';
export * from './servers/nats-server';
export * from './servers/qdrant';
export * from './servers/spawned-server';
export * from './skipping';
export * from './scripted-provider';
