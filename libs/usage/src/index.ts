export { UsageMeter } from './usage-meter';
export { UsageModule } from './usage.module';
