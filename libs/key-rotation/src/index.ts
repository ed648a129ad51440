export { KeyRotationModule, type SealingService } from './key-rotation.module';
export { SealedRows } from './sealed-rows';
export type { SealedColumns } from './sealed-table';
