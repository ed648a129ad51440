export * from './access/authorization-matrix';
export { type GatewayConfig, gatewaySlice } from './gateway.config';
export * from './gateway.module';
export * from './openapi/document';
export { type HttpOperation, httpOperations, isOperation } from './route/http-operation';
