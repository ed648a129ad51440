export type { QuotaOwner } from './known-limits';
export { type HeldUse, type MonthlyUse, type NeededTokens, type ReservedTokens, UsageQuota } from './usage-quota';
export { UsageMeter } from './usage-meter';
export { UsageModule } from './usage.module';
