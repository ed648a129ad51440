export * from './database';
export * from './servers/nats-server';
