export { isPublicAddress } from './address';
export { AllowList } from './allow-list';
export type { Certificates } from './certificates';
export { Egress, type EgressRequest } from './egress';
export { egressConfig } from './egress.config';
export { EgressModule } from './egress.module';
export { EgressResponse } from './egress-response';
export { Guard, type Resolve, systemResolve } from './guard';
