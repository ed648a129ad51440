export * from './key-file';
export * from './master-key';
export * from './peer-token';
export * from './secret-envelope';
export * from './secrets.config';
export * from './secrets.module';
export * from './stored-signer';
export * from './token-signer';
