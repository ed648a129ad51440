export { type GatewayConfig, gatewaySlice } from './gateway.config';
export * from './gateway.module';
export * from './openapi/document';
export { peerSlice } from './peer/peer.config';
export { type HttpOperation, httpOperations } from './route/http-operation';
