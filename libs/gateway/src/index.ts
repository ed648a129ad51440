export { type GatewayConfig, gatewaySlice } from './gateway.config';
export * from './gateway.module';
