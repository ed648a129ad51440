export { type GatewayConfig, gatewaySlice } from './gateway.config';
export * from './gateway.module';
export * from './openapi/document';
export { accountsOperations } from './peer/accounts-link';
export { peerSlice } from './peer/peer.config';
export { type HttpOperation, httpOperations, isOperation } from './route/http-operation';
