export * from './knowledge-box.module';
