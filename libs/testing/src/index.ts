export * from './database';
export * from './servers/nats-server';
export * from './skipping';
export * from './scripted-provider';
