export { type HeldUse, type MonthlyUse, UsageQuota } from './usage-quota';
export { UsageMeter } from './usage-meter';
export { UsageModule } from './usage.module';
