export { isPublicAddress } from './address';
export { AllowList } from './allow-list';
export { CloudToken } from './cloud-token';
export { Egress, type EgressRequest } from './egress';
export { egressConfig } from './egress.config';
export { EgressModule } from './egress.module';
export { EgressResponse } from './egress-response';
export { Guard, type Resolve, systemResolve } from './guard';
export { type ServiceAccount, serviceAccountIn } from './service-account';
