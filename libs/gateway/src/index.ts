export { type GatewayConfig, gatewaySlice } from './gateway.config';
export * from './gateway.module';
export * from './openapi/document';
export { peerSlice } from './edge/peer.config';
export { type HttpSocket, httpSockets } from './operation/http-socket';
export { type HttpOperation, httpOperations } from './operation/http-operation';
