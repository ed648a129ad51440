export * from './blob-store';
export * from './blob-store.module';
export * from './filesystem-blob-store';
export * from './upload.config';
