export * from './core/errors';
export * from './core/event';
export * from './core/operation';
export * from './core/principal';
export * from './core/task';
export * from './index/filter';
export * from './index/paragraph';
export * from './access/access';
