export * from './database';
export * from './servers/nats-server';
export * from './scripted-provider';
